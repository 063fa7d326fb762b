#pragma once

#include <vector>

#include "engine/game/game.hpp"
#include "engine/theory/proof.hpp"
#include "engine/theory/solver.hpp"
#include "tools/book/proofs.hpp"

// What a solver finds out, kept in a book and looked up there. Positions are unfinished ones of the
// book's game; all functions throw sqlite::Error.

namespace isthmus::book {

// Keeps what is certain of a position, if anything, and of those on its line, on which the winner
// plays to win.
void keep(Proofs& proofs, const Game& game, const Position& position, const Solution& solution);

// Keeps what is certain of the positions after each move.
void keep_moves(Proofs& proofs, const Game& game, const Position& position,
                const MoveProofs& moves);

// What is known of a position, by no work; the line goes on as far as the book does, and the
// carrier, which it does not know, is all empty cells.
Solution look_up(Proofs& proofs, const Game& game, const Position& position);

// What is known of each move, for certain also where one may be swapped: by the rules of `game`,
// the book's but for the swap.
std::vector<ProvenMove> known_proofs(Proofs& proofs, const Game& game, const Position& position);

// What is known of each move.
MoveProofs look_up_moves(Proofs& proofs, const Game& game, const Position& position);

}  // namespace isthmus::book
