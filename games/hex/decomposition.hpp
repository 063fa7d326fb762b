#pragma once

#include "games/hex/h_search.hpp"
#include "games/hex/hex_board.hpp"

namespace isthmus {

// Cells that a colour captures because it can join two of its chains there, whoever moves first:
// the carrier of a full connection between them, in a part of the board that the colour's ways from
// other edges enter only past these two chains. Of each two chains the smallest such carrier counts
// that has no cell of `taken`; all of them may be filled in at once (combinatorial decomposition:
// Henderson, Arneson and Hayward, "Solving 8x8 Hex", 2009).
//
// Why they are captured: each way of the colour from an edge that is not one of the two chains into
// that part goes over a cell next to them. Once they are joined, a way that goes on within the part
// has a short cut over the chains, so that all cells there are dead, whosever they are.
//
// The connections are the colour's on this board, all that there are or some; they do not join its
// edges.
template <int kWords>
CellBits<kWords> captured_by_joining(const HexBoard<kWords>& board, const HexStones<kWords>& stones,
                                     Colour colour, const HSearch<kWords>& connections,
                                     const CellBits<kWords>& taken);

}  // namespace isthmus
