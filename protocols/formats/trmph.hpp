#pragma once

#include <string>
#include <string_view>

#include "protocols/formats/game_file.hpp"

namespace isthmus {

// Links of trmph.com: https://trmph.com/hex/board#13,a2a2b3 is a board and its moves, which
// alternate and begin with the player who joins top to bottom. A swap of pieces is written as the
// cell that the stone has after it, twice: the first move is mirrored. So do converters that others
// wrote, such as those of K. Raftogianis (trmphify.com) and M. Seymour; we know of no other
// description. In lists of games the winner may stand behind a blank: "#13,a2a2b3 b".

// Reads a link, with or without what stands before the '#'. Throws FormatError.
GameFile read_trmph(std::string_view link, SwapRule swap_rule, Omissions& omissions);

// Whether a line is such a link with the winner behind.
bool has_trmph_winner(std::string_view line);

// The link, without a line's end. Leaves a swap of sides out: the stones are the same without.
// Throws FormatError for other games than Hex, and for stones and turns that do not alternate.
std::string write_trmph(const GameFile& file, Omissions& omissions);

}  // namespace isthmus
