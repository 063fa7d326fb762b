#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/position.hpp"
#include "engine/game/game.hpp"

namespace isthmus::test {

// The position after these legal moves from the start of the game.
inline Position position_after(const Game& game, const std::vector<std::string>& moves) {
  Position position = game.start();
  for (const std::string& name : moves) {
    const auto move = game.find_move(name);
    REQUIRE(move);
    REQUIRE(game.is_legal(position, *move));
    game.play(position, *move);
  }
  return position;
}

}  // namespace isthmus::test
