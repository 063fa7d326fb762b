#pragma once

#include <cstdint>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus::test {

// The position after `moves` random moves, or before the one that ends the game.
inline Position random_position(const Game& game, int moves, std::uint64_t seed) {
  SplitMix64 random(seed);
  Position position = game.start();
  for (int i = 0; i < moves; ++i) {
    const std::vector<Move> legal = game.legal_moves(position);
    Position next = position;
    game.play(next, legal[random() % legal.size()]);
    if (next.result != Result::ongoing) break;
    position = next;
  }
  return position;
}

}  // namespace isthmus::test
