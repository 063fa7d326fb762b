#pragma once

#include <vector>

#include "engine/game/move.hpp"
#include "games/hex/hex_board.hpp"

namespace isthmus {

// How much of what flows between a colour's edges flows through each cell, when the board is a
// circuit of resistors: empty cells resist, the colour's chains do not, the opponent's stones do
// not conduct (Anshelevich, "A hierarchical approach to computer Hex", 2002, after Shannon). By
// cell, from 0 to 1; an opinion about which cells matter, approximate as it is.
template <int kWords>
std::vector<double> cell_currents(const HexBoard<kWords>& board, const HexStones<kWords>& stones,
                                  Colour colour);

}  // namespace isthmus
