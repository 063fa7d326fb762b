#pragma once

#include <string>

#include "protocols/formats/game_file.hpp"

namespace isthmus {

// A game of Hex or Havannah as Little Golem writes it: SGF in which W moves first, a swap of pieces
// is called swap, and RE[B] is a win of PB, who moved first. Cells are two letters, those of
// Havannah as in havannah_cells.hpp. read_sgf() reads it. In one line, without its end. A
// resignation before the first move becomes a win without a reason. Throws FormatError for
// other games, more than 26 columns or rows, stones that were set up, turns that do not alternate,
// and swap-sides.
std::string write_little_golem(const GameFile& file, Omissions& omissions);

}  // namespace isthmus
