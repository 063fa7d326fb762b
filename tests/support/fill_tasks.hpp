#pragma once

#include <cstdint>

#include "engine/board/board.hpp"
#include "engine/fills/fill_task.hpp"

namespace isthmus::test {

// All cells of a board to be filled, `blacks` of them black.
inline FillTask empty_board(const Board& board, int blacks, std::uint32_t fills,
                            std::uint64_t seed) {
  FillTask task;
  task.rows = board.rows();
  task.columns = board.columns();
  task.reduction_side = board.goals().size() == 3 ? task.rows : task.rows + task.columns - 1;
  task.empty = board.cells();
  task.blacks = blacks;
  task.fills = fills;
  task.seed = seed;
  return task;
}

// The same with stones on every `step`th cell, white and black in turn; half of the others, and the
// odd one, turn black.
inline FillTask some_stones(const Board& board, int step, std::uint32_t fills, std::uint64_t seed) {
  FillTask task = empty_board(board, 0, fills, seed);
  int i = 0;
  board.cells().for_each([&](Cell cell) {
    if (++i % step != 0) return;
    task.empty.erase(cell);
    (i % (2 * step) == 0 ? task.black : task.white).insert(cell);
  });
  task.blacks = (task.empty.size() + 1) / 2;
  return task;
}

}  // namespace isthmus::test
