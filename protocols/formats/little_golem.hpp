#pragma once

#include <string>

#include "protocols/formats/game_file.hpp"

namespace isthmus {

// The game as Little Golem writes it: SGF in which W moves first, cells are two letters, a swap of
// pieces is called swap, and RE[B] is a win of PB, who moved first. read_sgf() reads it. In one
// line, without its end. A resignation before the first move becomes a win without a reason. Throws
// FormatError for more than 26 columns or rows, stones that were set up, turns that do not
// alternate, and swap-sides.
std::string write_little_golem(const GameFile& file, LeftOut& left_out);

}  // namespace isthmus
