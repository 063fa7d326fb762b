#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "protocols/formats/game_file.hpp"

namespace isthmus {

// Openings as tournaments of Hex programs take them: a line each, "a10 f6 swap-pieces", Black
// first. Neither the game nor the size of its board is written anywhere.

// Reads a line for this game: moves with spaces, commas, or nothing between, maybe numbered as in
// "1. a10 2. swap". Where there is a swap the game is one with that rule; "swap" alone is that of
// the game's rule, or else swap-pieces. Throws FormatError.
GameFile read_opening(std::string_view line, const std::shared_ptr<const Game>& game);

// The line, without its end. Throws FormatError where stones were set up, where turns do not
// alternate, and where there are none: empty lines do not count.
std::string write_opening(const GameFile& file);

}  // namespace isthmus
