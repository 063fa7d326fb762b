#include "engine/fills/fill_task.hpp"

#include <algorithm>
#include <stdexcept>

#include "engine/fills/bridges.hpp"
#include "engine/game/game.hpp"

namespace isthmus {

FillTask make_fill_task(const Game& game, const Position& position, bool bridges,
                        std::uint32_t fills, std::uint64_t seed) {
  const auto rule = game.fill_rule();
  if (!rule) throw std::invalid_argument("fills cannot judge the game '" + game.name() + "'");
  FillTask task;
  task.rows = game.board().rows();
  task.columns = game.board().columns();
  task.reduction_side = rule->reduction_side;
  task.black = position.of(Colour::black);
  task.white = position.of(Colour::white);
  task.empty = game.board().cells() - position.occupied();
  const int empty = task.empty.size();
  task.blacks = position.to_move == Colour::black ? (empty + 1) / 2 : empty / 2;
  if (bridges && rule->connection_wins) {
    task.bridges = find_bridges(game.board(), task.black, task.white);
    const int room = std::min(task.blacks, empty - task.blacks);
    if (std::ssize(task.bridges) > room) task.bridges.resize(static_cast<std::size_t>(room));
  }
  task.fills = fills;
  task.seed = seed;
  return task;
}

}  // namespace isthmus
