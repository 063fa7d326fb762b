#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "protocols/review/review.hpp"

namespace isthmus {

// How Black stands: "Black 51.3 %", or "Black wins for certain".
std::string standing_text(const Position& position, const ReviewedPosition& reviewed);

// What a turn was, after its name: "the best move", or "loses 12.3 % to j11: 30.1 % in place of
// 42.4 %", percents being those of the player who moved.
std::string verdict_text(const Game& game, const ReviewedTurn& turn);

// What there is to say of a turn beside its loss, a sentence each: about a swap before or by it,
// what a mistake's better move and the reply do to bridges and edges, and where from on the game is
// decided.
std::vector<std::string> remarks(const Record& record, const Review& review, std::size_t turn);

}  // namespace isthmus
