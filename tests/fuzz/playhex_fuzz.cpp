#include <cstdlib>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz_input.hpp"

#include "protocols/json/analysis.hpp"
#include "protocols/json/playhex_answers.hpp"
#include "protocols/json/playhex_requests.hpp"
#include "protocols/json/playhex_solve.hpp"
#include "tests/support/even_evaluator.hpp"

using namespace isthmus;

namespace {

constexpr PlayhexOptions kOptions{.settings = {{.memory = 1}, {}}, .review_visits = 2};

std::vector<std::string> answers_to(AnalysisQuery query) {
  query.limits = {2, 0};
  if (query.turns.size() > 4) query.turns.resize(4);
  std::vector<std::string> answers;
  analyze(query, EvenEvaluator::make, {}, [&](const SearchedPosition& searched) {
    answers.push_back(answer_line(query, searched));
  });
  return answers;
}

// Does what a call asks, unless it is refused.
template <class Call>
void attempt(Call&& call) {
  try {
    if (call().empty()) std::abort();
  } catch (const QueryError& error) {
    if (error_line(error).empty()) std::abort();
  }
}

}  // namespace

// Any text is answered as each of PlayHex's calls, or refused.
void isthmus::fuzz_input(std::string_view body) {
  attempt([&] { return calculated_move(answers_to(parse_calculate_move(body, kOptions)).at(0)); });
  attempt([&] {
    const AnalysisQuery query = parse_analyze_position(body, kOptions);
    return analyzed_position(query, answers_to(query).at(0));
  });
  attempt([&] {
    const PlayhexGame game = parse_analyze_game(body, kOptions);
    return analyzed_game(game, answers_to(game.query));
  });
  attempt([&] {
    const PlayhexGame game = parse_analyze_move(body, kOptions);
    return analyzed_move(game, answers_to(game.query));
  });
  attempt([&] {
    std::stop_source stopped;
    stopped.request_stop();
    return solved_position(parse_solve_position(body, 1), stopped.get_token());
  });
}
