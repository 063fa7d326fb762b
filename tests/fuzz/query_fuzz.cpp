#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "fuzz_input.hpp"

#include "protocols/json/analysis.hpp"
#include "protocols/json/analysis_query.hpp"
#include "tests/support/even_evaluator.hpp"

using namespace isthmus;

// Any text is either a query or an action that is answered in lines, or refused with one line.
void isthmus::fuzz_input(std::string_view input) {
  const auto check = [](const std::string& line) {
    if (line.empty() || line.find('\n') != line.npos) std::abort();
  };
  try {
    auto request = parse_request(input, {});
    if (const auto* action = std::get_if<AnalysisAction>(&request)) {
      check(action->answer);
      return;
    }
    AnalysisQuery query = std::get<AnalysisQuery>(std::move(request));
    for (const std::string& field : query.unknown_fields) check(warning_line(query.id, field));
    EvenEvaluator::restrict(query.settings);
    query.limits = {query.settings.visits, 0};
    if (query.turns.size() > 4) query.turns.resize(4);
    analyze(query, EvenEvaluator::make, {},
            [&](const SearchedPosition& searched) { check(answer_line(query, searched)); });
  } catch (const QueryError& error) {
    check(error_line(error));
  }
}
