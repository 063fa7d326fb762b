#include <algorithm>
#include <memory>
#include <utility>

#include "games/list.hpp"
#include "protocols/actions/actions.hpp"
#include "protocols/actions/long_action.hpp"
#include "protocols/json/analysis_position.hpp"
#include "protocols/json/position_json.hpp"
#include "protocols/review/opening_map.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

// The same game as if there were no swap, which is how stones are judged.
Record without_swap(const Record& record) {
  const BoardSize size = record.game().size();
  const std::shared_ptr<const Game> game =
      make_game(record.game().name(), size.rows, size.columns, SwapRule::none);
  Record same(game, record.first_position());
  for (const Turn& turn : record.turns()) {
    if (same.play(turn.colour, turn.move)) continue;
    throw QueryError("moves",
                     "'moves': stones are judged as if there were no swap, so there can be "
                     "no swap before them");
  }
  if (same.position().result != Result::ongoing) {
    throw QueryError("moves", "'moves': the game is over then");
  }
  return same;
}

}  // namespace

OrderedJson openings_action(JsonFields& fields, ActionRun& run, const ActionOptions& options) {
  const Record record = without_swap(read_position(fields, options.settings).record);
  OpeningMapOptions map;
  map.settings = settings_of_action(options);
  map.limits = read_search_limits(fields, run, options);
  map.solve = proof_limits(record);
  if (map.limits.visits == 0 && map.limits.seconds == 0) map.limits.visits = kOpeningVisits;
  if (options.caps) {
    map.limits.visits = std::min(map.limits.visits, options.caps->visits);
    map.solve.seconds = std::min(map.solve.seconds, options.caps->seconds);
  }
  map.pool.make_evaluator = options.make_evaluator;
  map.pool.threads = static_cast<int>(map.settings.threads);
  map.pool.tree_megabytes = static_cast<std::size_t>(map.settings.memory);
  OrderedJson stones = OrderedJson::array();
  for (const JudgedStone& stone :
       map_openings(record, std::move(map), run.stop,
                    [&](std::size_t done, std::size_t of) { report_searches(run, done, of); })) {
    stones.push_back({{"move", record.game().board().name(stone.cell)},
                      {"winrate", four_decimals(stone.win_rate)},
                      {"error", four_decimals(stone.error)},
                      {"visits", stone.visits},
                      {"proof", proof_json(stone.proof)},
                      {"isSymmetrical", stone.is_symmetrical}});
  }
  return {{"stones", std::move(stones)}};
}

}  // namespace isthmus
