#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "engine/game/game.hpp"

namespace isthmus {

// A position on one line, complete: eight words apart by one space, for example
//
//   hex 3x3 swap-pieces white 1 b2 own .../.b./...
//
// the game, rows x columns, the swap rule, the side to move, how many turns were taken, the last of
// them ("none" before the first), whether the players have their "own" colours or have "swapped"
// sides, and the rows from the top: b, w, or . for an empty cell.
std::string to_text(const Game& game, const Position& position);

struct GamePosition {
  std::shared_ptr<const Game> game;
  Position position;
};

// The inverse. Throws std::invalid_argument, with a message for the user, for anything else.
GamePosition position_from_text(std::string_view text);

}  // namespace isthmus
