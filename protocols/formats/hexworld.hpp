#pragma once

#include <string>
#include <string_view>

#include "protocols/formats/game_file.hpp"

namespace isthmus {

// Links of HexWorld (https://hexworld.org/board), whose page about.html gives their grammar:
//
//   #11r9nc1,b4:sh4,a5     a board, flags of how to draw it, moves, and moves yet to come
//
// The size is n or columns x rows. Flags: rN turns the board, m mirrors it, n shows numbers, c1
// paints it red and blue. Moves are cells, :s swap-pieces, :S swap-sides, :p a pass, :rb :rw a
// resignation and :fb :fw a forfeit by Black or White. Black begins and joins top to bottom.
//
// Passes are turns out of order to us. Moves yet to come are read as if they were made.

// Whether these are such flags, maybe none.
bool is_hexworld_view(std::string_view flags);

// Reads a link, with or without what stands before the '#', or even that. Without a swap among the
// moves the game's rule is `swap_rule`. What cannot be kept goes to `omissions`: a pass at the end,
// and where among the moves the board was shown. Throws FormatError.
GameFile read_hexworld(std::string_view link, SwapRule swap_rule, Omissions& omissions);

// The link, without a line's end. Stones that were set up become the first moves, as far as need be
// with passes. Throws FormatError for other games than Hex.
std::string write_hexworld(const GameFile& file, Omissions& omissions);

}  // namespace isthmus
