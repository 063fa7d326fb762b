#pragma once

#include <string>

#include "protocols/formats/game_file.hpp"
#include "protocols/review/review.hpp"

namespace isthmus {

// "51.3 %" for 0.513.
std::string percent_text(double share);

// A table for people, a line a turn: the move made, Black's probability after it, what it lost, and
// the best move with the line that the search expects. Mistakes are marked with ?!, ? and ??.
std::string review_text(const GameFile& file, const Review& review);

// The probabilities of both sides through the game as a self-contained SVG: Black's share below the
// line, White's above it, and mistakes as dots in the colour of who made them, with their moves.
std::string review_svg(const GameFile& file, const Review& review);

}  // namespace isthmus
