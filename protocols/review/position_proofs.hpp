#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/game/record.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// What is certain of a position: for its side to move, with a line of moves that goes with it.
struct PositionProof {
  Proof proof = Proof::unknown;
  std::vector<Move> line = {};  // empty where the game is over
};

// Solves the positions of a record from the last one backwards, up to the first for which the
// limits of each do not suffice, or where a swap is still to be reckoned with. A position is not
// solved where the turn made there wins already. One for each position; unknown where it was not
// solved.
std::vector<PositionProof> prove_backwards(const Record& record, const SolveLimits& limits,
                                           const std::stop_token& stop);

// Whether turn i was made by the side to move, who has won by it if this is certain of the position
// after it, for its side to move.
bool wins_by_turn(const Record& record, std::size_t i, Proof after);

// Whether the players of a position may yet change places, which solvers leave aside: in a game
// with a swap rule that has no more than a stone on the board.
bool may_yet_swap(const Game& game, const Position& position);

// How a game ends that is proven so for the side to move; ongoing where nothing is proven.
Result proven_result(const Position& position, Proof proof);

}  // namespace isthmus
