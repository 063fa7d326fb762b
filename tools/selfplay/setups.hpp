#pragma once

#include <random>
#include <vector>

#include "engine/board/move.hpp"
#include "engine/game/game.hpp"

namespace isthmus::selfplay {

// A random position to begin a game at, as the moves that lead there: stones in turn on cells
// drawn evenly among those that are legal. Their number is from two to half of the board's cells,
// few more often than many; all is drawn again where the game is already decided. Empty where that
// goes on and on, on tiny boards.
std::vector<Cell> draw_setup(const Game& game, std::mt19937_64& random);

}  // namespace isthmus::selfplay
