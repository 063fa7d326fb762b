#pragma once

#include <string>

#include "engine/game/record.hpp"

namespace isthmus::test {

// The moves of a game with their colours, as in " B b4 W swap-pieces".
inline std::string moves_of(const Record& record) {
  std::string text;
  for (const Turn& turn : record.turns()) {
    text += (turn.colour == Colour::black ? " B " : " W ") + record.game().name(turn.move);
  }
  return text;
}

}  // namespace isthmus::test
