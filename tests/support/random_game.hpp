#pragma once

#include <climits>
#include <memory>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/game/record.hpp"

namespace isthmus::test {

struct RandomGame {
  int max_turns = INT_MAX;
  bool out_of_turn = false;  // a fifth of the stones by the colour that is not to move
};

// Plays random legal moves until the game is over, or has how.max_turns; a swap that is on offer is
// taken half of the time. Calls before_move(record, move) with the game so far, in front of each.
template <class Random, class BeforeMove>
Record random_game(std::shared_ptr<const Game> game, Random& random, const RandomGame& how,
                   BeforeMove&& before_move) {
  Record record(std::move(game));
  while (record.position().result == Result::ongoing &&
         static_cast<int>(record.turns().size()) < how.max_turns) {
    const std::vector<Move> moves = record.game().legal_moves(record.position());
    REQUIRE_FALSE(moves.empty());
    // The swap comes last in the list.
    const bool swap = moves.back().is_swap() && random() % 2 == 0;
    const Move move = swap ? moves.back() : moves[random() % moves.size()];
    const Colour to_move = record.position().to_move;
    const bool other = how.out_of_turn && !move.is_swap() && random() % 5 == 0;
    before_move(record, move);
    REQUIRE(record.play(other ? opponent(to_move) : to_move, move));
  }
  return record;
}

template <class Random>
Record random_game(std::shared_ptr<const Game> game, Random& random, const RandomGame& how = {}) {
  return random_game(std::move(game), random, how, [](const Record&, Move) {});
}

}  // namespace isthmus::test
