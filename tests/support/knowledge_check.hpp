#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include <doctest/doctest.h>

#include "engine/game/game.hpp"
#include "engine/theory/knowledge.hpp"
#include "engine/theory/solver.hpp"
#include "tests/support/play_out.hpp"

namespace isthmus::test {

// How often knowledge said something.
struct KnowledgeCounts {
  int positions = 0;
  int decided = 0;
  int filled = 0;    // positions in which it filled cells
  int left_out = 0;  // positions in which moves were left out
};

// Holds all that is said of an unfinished position against playing everything.
inline void check_knowledge(const Game& game, Knowledge& knowledge, PlayOut& played,
                            const Position& position, KnowledgeCounts& counts) {
  const Colour mover = position.to_move, winner = played.winner(position);
  const KnownPosition known = knowledge.about(position);
  const CellSet empty = game.board().cells() - position.occupied();
  ++counts.positions;
  counts.decided += known.result != Result::ongoing;
  if (known.result != Result::ongoing) REQUIRE(known.result == win_for(winner));
  if (known.best != Move::none()) {
    REQUIRE(empty.contains(known.best.cell()));
    REQUIRE(winner == mover);
    REQUIRE(played.winner_after(position, known.best.cell()) == mover);
    return;
  }
  if (known.result == win_for(opponent(mover))) return;
  Position filled = position;
  for (const Colour colour : {Colour::black, Colour::white}) {
    const CellSet& more = known.filled[static_cast<std::size_t>(colour)];
    REQUIRE((more - empty).empty());
    REQUIRE((more & filled.occupied()) == (more & position.occupied()));
    filled.of(colour) = filled.of(colour) | more;
  }
  const CellSet left = game.board().cells() - filled.occupied();
  counts.filled += left != empty;
  counts.left_out += std::cmp_less(known.moves.size(), left.size());
  REQUIRE(!played.is_over(filled));
  REQUIRE(played.winner(filled) == winner);
  left.for_each([&](Cell cell) {
    REQUIRE(played.winner_after(filled, cell) == played.winner_after(position, cell));
  });
  REQUIRE(!known.moves.empty());
  const bool has_win = std::any_of(known.moves.begin(), known.moves.end(), [&](Cell cell) {
    REQUIRE(left.contains(cell));
    return played.winner_after(position, cell) == mover;
  });
  REQUIRE(has_win == (winner == mover));
}

// Holds what solvers with the game's knowledge say of an unfinished position against `plain`, which
// goes by the rules alone.
inline void check_solvers(const Game& game, Solver& plain, std::span<Solver* const> solvers,
                          const Position& position) {
  const Solution expected = plain.solve(position);
  for (Solver* solver : solvers) {
    const Solution solution = solver->solve(position);
    REQUIRE(solution.proof == expected.proof);
    REQUIRE(!solution.line.empty());
    Position next = position;
    for (const Move move : solution.line) {
      REQUIRE(game.is_legal(next, move));
      game.play(next, move);
    }
    const MoveProofs moves = solver->solve_moves(position);
    REQUIRE(moves.unknown.empty());
    REQUIRE(moves.wins == plain.solve_moves(position).wins);
    REQUIRE(moves.wins.contains(solution.line[0].cell()) == (solution.proof == Proof::win));
  }
}

}  // namespace isthmus::test
