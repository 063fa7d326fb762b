#pragma once

#include <string>

#include "engine/evaluation/evaluator.hpp"
#include "engine/settings/settings.hpp"
#include "protocols/json/analysis.hpp"
#include "tools/analysis/batch.hpp"

namespace isthmus {

// Rewrites one line of the terminal with how a search goes on; does nothing elsewhere.
class ProgressLine {
 public:
  ProgressLine();
  void show(const SearchedPosition& searched) const;
  void clear() const;

 private:
  bool is_terminal_;
};

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
  ProgressLine progress_;
  BatchResult result_;
};

}  // namespace isthmus
