#pragma once

#include <cstdint>

#include "engine/game/board.hpp"
#include "engine/game/cell_set.hpp"

namespace isthmus {

// The goals of the board that the group of `cell` touches: of all
// the cells of `stones` joined to it by neighbours in `stones`. `cell` must be in `stones`.
Board::Goals group_goals(const Board& board, const CellSet& stones, Cell cell);

}  // namespace isthmus
