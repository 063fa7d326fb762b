#pragma once

#include <vector>

#include "engine/board/move.hpp"
#include "games/hex/h_search.hpp"

namespace isthmus {

// How much of what flows between a colour's edges flows through each cell, when the board is a
// circuit of resistors: empty cells resist, the colour's chains do not, the opponent's stones do
// not conduct (Anshelevich, "A hierarchical approach to computer Hex", 2002, after Shannon). Where
// a chain has a virtual connection to another end, a wire goes there as well. In Y it flows from
// each edge to the two others in turn, and this is the sum. By cell, at least 0; an opinion about
// which cells matter, approximate as it is.
//
// The connections are those of the colour, of a position in which it has not joined its edges.
template <int kWords>
std::vector<double> cell_currents(const HexBoard<kWords>& board,
                                  const HSearch<kWords>& connections);

}  // namespace isthmus
