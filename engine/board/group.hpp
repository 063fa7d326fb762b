#pragma once

#include <cstdint>

#include "engine/board/board.hpp"
#include "engine/board/cell_set.hpp"

namespace isthmus {

// The goals of the board that the group of `cell` touches: of all the cells of `stones` joined to
// it by neighbours in `stones`. `cell` must be in `stones`.
Board::Goals group_goals(const Board& board, const CellSet& stones, Cell cell);

}  // namespace isthmus
