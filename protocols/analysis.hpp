#pragma once

#include <functional>
#include <stop_token>
#include <string>

#include "engine/evaluator.hpp"
#include "engine/search_report.hpp"
#include "protocols/analysis_query.hpp"

namespace isthmus {

// The position of a query after `turn` moves, as searched.
struct AnalyzedPosition {
  const AnalysisQuery& query;
  int turn;
  const Position& position;
  const SearchReport& report;
};

// Searches all positions that a query asks for, in its order, and hands each to `done`; `progress`
// is called a few times a second on the way. Stops early, with what is known by then, when a stop
// is requested; positions not begun by then are left out.
// Throws QueryError where there is no evaluator for the game.
void analyze(const AnalysisQuery& query, const EvaluatorFactory& make_evaluator,
             const std::stop_token& stop, const std::function<void(const AnalyzedPosition&)>& done,
             const std::function<void(const AnalyzedPosition&)>& progress = {});

// Answers, each as one line of JSON without the line's end. Their form is in protocols/README.md.
std::string answer_line(const AnalyzedPosition& analyzed);
std::string warning_line(const AnalysisQuery& query, const std::string& unknown_field);
std::string error_line(const QueryError& error);

}  // namespace isthmus
