#pragma once

#include <functional>
#include <string>

#include "engine/game/game.hpp"

namespace isthmus {

// A board as the tables of openings in games/ have it: a line with its game and size, and one for
// each row with a word for each cell.
std::string opening_board(const Game& game, const std::function<std::string(Cell)>& word);

}  // namespace isthmus
