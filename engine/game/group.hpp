#pragma once

#include <cstdint>

#include "engine/game/board.hpp"
#include "engine/game/cell_set.hpp"

namespace isthmus {

// The edges of the board, as a set of the bits of Board, that the group of `cell` touches: of all
// the cells of `stones` joined to it by neighbours in `stones`. `cell` must be in `stones`.
std::uint8_t group_edges(const Board& board, const CellSet& stones, Cell cell);

}  // namespace isthmus
