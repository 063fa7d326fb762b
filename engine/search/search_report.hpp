#pragma once

#include <cstdint>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/search/tree.hpp"
#include "engine/theory/proof.hpp"

namespace isthmus {

// What the search found out about one move of the root. Probabilities are those of the side to
// move.
struct MoveReport {
  Move move;
  std::int64_t visits = 0;
  double win_rate = 0.5;   // before the first visit that of the position
  double lower_bound = 0;  // of the win rate: it is below this with a probability of about 2%
  double prior = 0;
  Proof proof = Proof::unknown;
  std::vector<Move> variation;                 // begins with the move
  std::vector<std::int64_t> variation_visits;  // of each move of the variation

  // Whether more is known of it than the prior: a proof needs no visits.
  bool is_known() const { return visits > 0 || proof != Proof::unknown; }
};

// What a search knows about its root.
struct SearchReport {
  Colour to_move = Colour::black;
  std::int64_t visits = 0;        // of the root
  std::int64_t new_visits = 0;    // of these, made by this run and not by earlier ones
  std::int64_t evaluations = 0;   // made by this run
  double seconds = 0;             // taken by this run
  double win_rate = 0.5;          // of the side to move, visits to explore left out
  double mean = 0.5;              // likewise, all visits counted
  Proof proof = Proof::unknown;   // for the side to move
  CellSet carrier;                // as in Solution, where a solver has proven it; otherwise empty
  std::vector<MoveReport> moves;  // all that are legal and that rules permit, the best first; empty
                                  // in a finished game
  Evaluation evaluation;          // of the root alone, without search; empty before the first run
  std::int64_t tree_bytes = 0;
  bool memory_full = false;  // the tree stopped growing at its limit
};

// Reads the tree of a root position: `to_move`, `visits`, `win_rate`, `mean`, `proof`, `moves` and
// the size of the tree. Of visits to explore the mean holds many that cost the side to move, in one
// position one side and in the next the other, so that means swing from turn to turn. For the win
// rate a move counts with the visits that the formula of puct.hpp, with this exploration, gives a
// move of its mean beside the most visited one, as KataGo prunes what its policy learns from (Wu,
// Accelerating Self-Play Learning in Go, 2019); NOTES.md has how well that does. Moves are in the
// order of proven wins, then visits, then proven losses; but where no win is proven, the first is
// the one whose mean less its standard error is the largest, of those with at least a tenth of the
// most visits. May run while threads search.
SearchReport report_of(const Tree& tree, const Game& game, const Position& root,
                       double exploration);

}  // namespace isthmus
