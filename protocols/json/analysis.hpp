#pragma once

#include <exception>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/game/evaluator.hpp"
#include "engine/search/search.hpp"
#include "engine/search/search_report.hpp"
#include "protocols/json/analysis_query.hpp"

namespace isthmus {

// The position of a query after `turn` moves, as searched.
struct AnalyzedPosition {
  const AnalysisQuery& query;
  int turn;
  const Position& position;
  const SearchReport& report;
  bool is_during_search = false;  // and then more will follow about this position
  // The positions after those of the report's moves that were visited, as judged without search, in
  // their order; only where the query asks for ownership by move.
  std::vector<Evaluation> after = {};
};

using PositionListener = std::function<void(const AnalyzedPosition&)>;

// Makes the position of a query after `turn` moves the root of the search, searches it as the query
// says, and hands it to `done`; also when stop was requested, with what is known by then.
// `progress`, if set, is called on the way: after `first_seconds` and then every `every_seconds`,
// or never again where that is 0. The evaluator is that of the search.
void analyze_turn(const AnalysisQuery& query, int turn, Search& search, const Evaluator& evaluator,
                  const std::stop_token& stop, const PositionListener& done,
                  const PositionListener& progress = {}, double first_seconds = 1,
                  double every_seconds = 1);

// Searches all positions that a query asks for, in its order, and hands each to `done`; `progress`
// is called a few times a second on the way. Stops early, with what is known by then, when a stop
// is requested; positions not begun by then are left out.
// Throws QueryError where there is no evaluator for the game.
void analyze(const AnalysisQuery& query, const EvaluatorFactory& make_evaluator,
             const std::stop_token& stop, const PositionListener& done,
             const PositionListener& progress = {});

// What it means that a search ended by an exception.
struct SearchFailure {
  bool is_of_query;     // this query cannot be answered, but others can
  std::string field;    // of the query, if one is to blame
  std::string message;  // for the user
};
SearchFailure explain(const std::exception_ptr& failure);

// Answers, each as one line of JSON without the line's end. Their form is in protocols/README.md.
std::string answer_line(const AnalyzedPosition& analyzed);
// Of a position that was given up before its search began.
std::string no_result_line(const AnalysisQuery& query, int turn);
std::string warning_line(const AnalysisQuery& query, const std::string& unknown_field);
std::string warning_line(const AnalysisQuery& query, const std::string& field,
                         const std::string& message);
std::string error_line(const QueryError& error);

}  // namespace isthmus
