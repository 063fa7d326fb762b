#pragma once

#include "engine/game/game.hpp"

namespace isthmus {

// Stones by which a finished game was decided, as few as will do though there may be fewer
// elsewhere: they alone, set up on an empty board, come to the same result, and none of them can be
// left out. In games in which connections win they are the winner's, in others the loser's. Empty
// where there are none: in a drawn game, and where a side could not move.
CellSet deciding_stones(const Game& game, const Position& position);

}  // namespace isthmus
