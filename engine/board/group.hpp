#pragma once

#include <cstdint>

#include "engine/board/board.hpp"
#include "engine/board/cell_set.hpp"

namespace isthmus {

// The group of a cell, which must be in `stones`: all of these that neighbours in `stones` join to
// it, and itself.
CellSet group_of(const Board& board, const CellSet& stones, Cell cell);

// The goals of the board that this group touches.
Board::Goals group_goals(const Board& board, const CellSet& stones, Cell cell);

}  // namespace isthmus
