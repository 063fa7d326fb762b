#pragma once

#include <cstdint>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/playout/outcome_counts.hpp"

namespace isthmus {

// A request for random playouts of one position of Havannah's kind: on a hexagon of hexagons,
// the side that first has a shape (sliced_shapes.hpp) wins, and a full board without any is a draw.
// Each empty cell is equally likely to be the next move.
//
// How a playout is drawn, so that it does not depend on who computes it:
//
// - The playouts come in units (shape_plan.hpp), each with a uniformly random order of the empty
//   cells, in which they are taken in pairs. Of each pair the side to move gets a cell by a coin
//   of the playout, and its opponent the other, one move later; an odd last cell is the mover's.
// - A shape that is there stays. So who wins is found by looking at the board after some of the
//   pairs, as by bisection: where just one side has a shape, it has won; where both have, look at
//   an earlier board, and where none has at a later one; within one pair the side to move is
//   first. Which boards are looked at follows from the task and from what was seen.
// - Cells are counted as they are on the board that decided, which may be some moves after the
//   end; in tasks that ask for that, on the first after a pair where a side has a shape.
struct ShapeTask {
  static constexpr int kMinSide = 3, kMaxSide = 16;
  // The number of playouts per position at which a search is strongest (engine/search/NOTES.md).
  static constexpr std::uint32_t kSuitedPlayouts = 512;

  // Cells a side. The board lies in a rhombus of side 2 * side - 1, its cells numbered by
  // row * (2 * side - 1) + column, where row + column is from side - 1 to 3 * side - 3.
  int side = 0;
  CellSet black;  // stones, disjoint; no shape among those of a colour, and not on all cells
  CellSet white;
  Colour to_move = Colour::black;
  std::uint32_t playouts = 0;  // from 1 to 2^30
  // Two tasks that differ only in this get independent playouts; equal tasks get equal counts, on
  // every machine.
  std::uint64_t seed = 0;
  // Whether to look until the first pair is found after which a side has a shape. Takes up to about
  // twice as long, the less the larger the board. Who wins is the same.
  bool exact_end = false;
};

// The task of judging an unfinished position of a game whose playout_rule() is shapes.
ShapeTask make_shape_task(const Game& game, const Position& position, std::uint32_t playouts,
                          std::uint64_t seed);

// Counts the stones of the task, which stay, to what was counted of its empty cells.
void count_stones(const ShapeTask& task, OutcomeCounts& counts);

}  // namespace isthmus
