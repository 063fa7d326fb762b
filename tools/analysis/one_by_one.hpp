#pragma once

#include <string>

#include "engine/evaluation/evaluator.hpp"
#include "engine/settings/settings.hpp"
#include "protocols/json/analysis.hpp"
#include "tools/analysis/batch.hpp"
#include "tools/base/terminal_line.hpp"

namespace isthmus {

// Analyses queries one after the other, and writes the answers to standard output in a form: json,
// text or svg. All arguments must outlive it.
class OneByOne {
 public:
  OneByOne(const std::string& path, const std::string& format, const Settings& settings,
           const EvaluatorFactory& make_evaluator)
      : path_(path), format_(format), settings_(settings), make_evaluator_(make_evaluator) {}

  // Returns whether to go on. An empty text is taken for one that was too long. Errors in a query
  // are answers in JSON; in other forms it throws BadInput.
  bool analyze(const std::string& text);
  const BatchResult& result() const { return result_; }

 private:
  AnalysisQuery read(const std::string& text) const;
  // Of fields that have no effect.
  void warn(const AnalysisQuery& query) const;

  const std::string& path_;
  const std::string& format_;
  const Settings& settings_;
  const EvaluatorFactory& make_evaluator_;
  TerminalLine line_;  // how a search goes on
  BatchResult result_;
};

}  // namespace isthmus
