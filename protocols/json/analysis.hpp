#pragma once

#include <exception>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/search/position_search.hpp"
#include "protocols/json/analysis_query.hpp"

namespace isthmus {

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

// Answers, each as one line of JSON without the line's end. Their form is in
// protocols/json/README.md. Of a position of this query.
std::string answer_line(const AnalysisQuery& query, const SearchedPosition& searched);
// Of a position that was cancelled before its search began.
std::string no_result_line(const AnalysisQuery& query, int turn);
// Of an action: with these fields beside its id and name. A long one's say whether it is still
// under way.
std::string action_line(const FurtherAction& action, const nlohmann::ordered_json& fields,
                        bool is_during = false);
// Of an action that was cancelled before it began.
std::string no_result_line(const FurtherAction& action);
// About a field of what was asked under this id.
std::string warning_line(const std::string& id, const std::string& unknown_field);
// The same of several; of very many, the first and how many more there are.
std::vector<std::string> warning_lines(const std::string& id,
                                       const std::vector<std::string>& unknown_fields);
std::string warning_line(const std::string& id, const std::string& field,
                         const std::string& message);
std::string error_line(const QueryError& error);

}  // namespace isthmus
