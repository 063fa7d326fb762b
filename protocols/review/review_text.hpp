#pragma once

#include <string>

#include "protocols/formats/game_file.hpp"
#include "protocols/review/review.hpp"

namespace isthmus {

// A table for people, a line a turn: the move made, Black's probability after it or who wins for
// certain, what it lost, the visits of the search before it, and the best move with the line that
// follows. Mistakes are marked with ?!, ? and ??. Below it there is a line for each turn of which
// there is more to say, and what both lost a move.
std::string review_text(const GameFile& file, const Review& review);

// The probabilities of both sides through the game as a self-contained SVG: Black's share below the
// line, White's above it, both axes named, and mistakes as dots in the colour of the player who
// made them, with their moves and marks above. The title says who played and how the game ended.
std::string review_svg(const GameFile& file, const Review& review);

}  // namespace isthmus
