#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "protocols/actions/actions.hpp"
#include "protocols/actions/long_action.hpp"
#include "protocols/json/analysis_position.hpp"
#include "protocols/json/position_json.hpp"
#include "protocols/review/problems.hpp"
#include "protocols/review/review_remarks.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

// Of each position of the game: on large boards more would take longer than the searches.
constexpr SolveLimits kProblemLimits{.nodes = 100};

ReviewLimits read_review_limits(JsonFields& fields, ActionRun& run, const ActionOptions& options) {
  ReviewLimits limits;
  const SearchLimits asked = read_search_limits(fields, run, options);
  if (asked.visits > 0 || asked.seconds > 0) limits.each = limits.close = asked;
  if (options.caps) {
    limits.each.visits = std::min(limits.each.visits, options.caps->visits);
    limits.close.visits = std::min(limits.close.visits, options.caps->visits);
  }
  return limits;
}

OrderedJson positions_json(const Game& game, const Review& review) {
  OrderedJson positions = OrderedJson::array();
  for (const ReviewedPosition& position : review.positions) {
    positions.push_back({{"blackWins", four_decimals(position.black_wins)},
                         {"proof", proof_json(position.proof)},
                         {"line", names_json(game, position.line)}});
  }
  return positions;
}

OrderedJson turns_json(const Record& record, const Review& review) {
  const Game& game = record.game();
  OrderedJson turns = OrderedJson::array();
  for (std::size_t i = 0; i < review.turns.size(); ++i) {
    const ReviewedTurn& turn = review.turns[i];
    turns.push_back({{"player", colour_json(turn.turn.colour)},
                     {"move", game.name(turn.turn.move)},
                     {"best", game.name(turn.best)},
                     {"wins", four_decimals(turn.wins)},
                     {"bestWins", four_decimals(turn.best_wins)},
                     {"loss", four_decimals(turn.loss)},
                     {"sign", sign(mistake(turn))},
                     {"remarks", remarks(record, review, i)},
                     {"line", names_json(game, review.positions[i].line)}});
  }
  return turns;
}

OrderedJson swap_json(const std::optional<SwapVerdict>& swap) {
  if (!swap) return nullptr;
  return {{"turn", swap->turn},
          {"swap", four_decimals(swap->swap)},
          {"stay", four_decimals(swap->stay)},
          {"visits", swap->visits},
          {"isAssumed", swap->is_assumed}};
}

OrderedJson problems_json(const Record& record, const std::stop_token& stop) {
  OrderedJson problems = OrderedJson::array();
  for (const Problem& problem : find_problems(record, kProblemLimits, stop)) {
    problems.push_back({{"turn", problem.turn},
                        {"answer", record.game().name(problem.answer)},
                        {"line", names_json(record.game(), problem.line)}});
  }
  return problems;
}

}  // namespace

OrderedJson review_action(JsonFields& fields, ActionRun& run, const ActionOptions& options) {
  const Record record = read_position(fields, options.settings).record;
  if (options.caps && record.positions().size() > options.caps->positions) {
    throw QueryError("moves", "'moves' come to " + std::to_string(record.positions().size()) +
                                  " positions; a review may have " +
                                  std::to_string(options.caps->positions) + " here");
  }
  const Reviewer reviewer{options.make_evaluator, settings_of_action(options),
                          read_assumed_rules(fields)};
  const ReviewLimits limits = read_review_limits(fields, run, options);
  const Review reviewed =
      review(record, reviewer, limits, run.stop,
             [&](std::size_t done, std::size_t of) { report_searches(run, done, of); });
  return {{"positions", positions_json(record.game(), reviewed)},
          {"turns", turns_json(record, reviewed)},
          {"swap", swap_json(reviewed.swap)},
          {"problems", problems_json(record, run.stop)}};
}

}  // namespace isthmus
