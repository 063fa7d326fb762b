#include <algorithm>

#include "engine/solve/general_solver.hpp"
#include "protocols/actions/actions.hpp"
#include "protocols/json/analysis_position.hpp"
#include "protocols/json/analysis_query.hpp"
#include "protocols/json/position_json.hpp"

namespace isthmus {

namespace {

constexpr NumberRange kNodesRange{1, 1e15, true};

SolveLimits read_solve_limits(JsonFields& fields, ActionRun& run, const ActionOptions& options) {
  SolveLimits limits{options.settings.solve_nodes, options.settings.solve_time};
  const auto seconds = fields.number("maxTime", kSecondsRange);
  const auto nodes = fields.number("maxNodes", kNodesRange);
  if (seconds || nodes) {
    limits = {static_cast<std::int64_t>(nodes.value_or(0)), seconds.value_or(0)};
  }
  if (!options.caps) return limits;
  SearchLimits lowered{.visits = 0, .seconds = limits.seconds};
  run.warnings = apply_caps(*options.caps, lowered);
  limits.seconds = lowered.seconds;
  return limits;
}

}  // namespace

nlohmann::ordered_json solve_action(JsonFields& fields, ActionRun& run,
                                    const ActionOptions& options) {
  const SearchQuery query = read_position(fields, options.settings);
  const Game& game = query.record.game();
  const Position position = position_after(query, last_turn(query));
  const SolveLimits limits = read_solve_limits(fields, run, options);
  Solution solution;
  if (position.result == Result::ongoing) {
    solution = make_solver(game)->solve(position, limits, run.stop);
  } else {
    solution.proof = proof_for(position.to_move, position.result);
  }
  nlohmann::ordered_json answer = nlohmann::ordered_json::object();
  add_solution(answer, game, position, solution);
  return answer;
}

}  // namespace isthmus
