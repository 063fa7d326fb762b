#pragma once

#include <utility>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"

namespace isthmus {

// Finds bridges: two empty cells, either of which would join two groups of one colour, or a group
// to a goal that its colour wants to join. The bridge's owner answers an intrusion into one
// cell with the other.
//
//      . B            B's bridge to the edge above: the two cells over it.
//     . x x           A bridge between two stones: they have just the cells x in common.
//      B . .
//
// No cell is in two bridges, and none joins what stones and other bridges join already. They are
// chosen greedily: stone by stone in the order of cells, at each first the bridges to the stones
// 1 right and 1 down, 2 down and 1 left, 1 down and 2 left of it, then those to the edges in the
// order of the board's goals. Boards of squares have none.
std::vector<std::pair<Cell, Cell>> find_bridges(const Board& board, const CellSet& black,
                                                const CellSet& white);

}  // namespace isthmus
