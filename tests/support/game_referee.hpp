#pragma once

#include "engine/game/game.hpp"
#include "tests/support/referee.hpp"

namespace isthmus::test {

// The result that a game should have which one fill decides: that of the side which has connected,
// or in reverse games of the other. CHECK separately that no more than one has.
inline Result expected_result(const Game& game, const Position& position) {
  const Referee referee(game.board());
  for (Colour colour : {Colour::black, Colour::white}) {
    if (referee.has_connected(position.of(colour), colour)) {
      return win_for(game.fill_rule()->connection_wins ? colour : opponent(colour));
    }
  }
  return Result::ongoing;
}

}  // namespace isthmus::test
