#pragma once

#include <vector>

#include "engine/game/game.hpp"
#include "tests/support/brute_force.hpp"

namespace isthmus::test {

// Whether the side to move wins. Always asked about Black, for which brute force remembers.
inline bool wins(BruteForce& brute, const Position& position) {
  return brute.wins(BruteForce::mask(position.of(Colour::black)),
                    BruteForce::mask(position.of(Colour::white)), Colour::black,
                    position.to_move) == (position.to_move == Colour::black);
}

// The moves that win, by playing each.
inline std::vector<Move> winning_moves(BruteForce& brute, const Game& game,
                                       const Position& position) {
  std::vector<Move> moves;
  game.legal_cells(position).for_each([&](Cell cell) {
    Position next = position;
    game.play(next, Move(cell));
    if (next.result == win_for(position.to_move) ||
        (next.result == Result::ongoing && !wins(brute, next))) {
      moves.emplace_back(cell);
    }
  });
  return moves;
}

}  // namespace isthmus::test
