#pragma once

#include <cstdint>
#include <vector>

#include "engine/random/splitmix.hpp"
#include "engine/shapes/shape_task.hpp"
#include "games/havannah/havannah.hpp"
#include "tests/support/shape_reference.hpp"

namespace isthmus::test {

// A task with `stones` stones on random cells, put down in turns where they make no shape.
inline ShapeTask shape_task(int side, int stones, std::uint32_t playouts, std::uint64_t seed) {
  const Havannah game(side, SwapRule::none);
  ShapeTask task;
  task.side = side;
  task.playouts = playouts;
  task.seed = seed;
  SplitMix64 random(seed + 100 * static_cast<std::uint64_t>(stones));
  std::vector<Cell> cells;
  game.board().cells().for_each([&](Cell cell) { cells.push_back(cell); });
  while (stones > 0) {
    const std::size_t i = random() % cells.size();
    CellSet& own = task.to_move == Colour::black ? task.black : task.white;
    CellSet with = own;
    with.insert(cells[i]);
    if (has_shape(game.board(), with)) continue;
    own = with;
    cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(i));
    task.to_move = opponent(task.to_move);
    --stones;
  }
  return task;
}

// Of all sides: empty and filled in part, odd and even, of one and several units.
inline std::vector<ShapeTask> shape_tasks_of_many_kinds() {
  std::vector<ShapeTask> tasks;
  for (int side = 3; side <= ShapeTask::kMaxSide; ++side) {
    const std::uint32_t playouts = side < 6 ? 2100 : side < 9 ? 700 : 40;
    tasks.push_back(shape_task(side, 0, playouts, 1));
    tasks.push_back(shape_task(side, 2 * side - 1, playouts + 5, 2));
    tasks.push_back(shape_task(side, side * side, 33, 3));
    tasks.back().exact_end = true;
    if (side > 10) side += 2;
  }
  tasks.push_back(shape_task(3, 14, 1, 4));
  tasks.push_back(shape_task(4, 0, 3000, 5));
  tasks.back().exact_end = true;
  return tasks;
}

}  // namespace isthmus::test
