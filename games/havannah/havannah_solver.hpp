#pragma once

#include <memory>

#include "engine/theory/solver.hpp"
#include "games/havannah/havannah.hpp"

namespace isthmus {

// What the search of a solver makes use of. Each may be left out, to see that the same side wins
// without it.
struct HavannahPieces {
  bool wins_by_threats = true;     // by stones that each threaten to make a shape
  bool keeps_from_threats = true;  // only moves that keep the other side from such a win
  bool tries_answers = true;       // where few of these are left, looks for one after each as well
  bool sees_draws = true;          // where a side can make no shape any more
  bool joins_symmetric = true;     // positions that symmetries make of one another
};

// Solves positions of Havannah of up to kMaxShapeSide cells a side exactly, by depth-first
// proof-number search (Nagai 2002). A win by threats ends a line (threat_search.hpp); where the
// other side would have one if it had the turn, only moves that keep it from that are searched.
// Positions are one where symmetries or an exchange of colours make one of the other. Throws
// std::invalid_argument for a larger board. The game must outlive the solver.
std::unique_ptr<Solver> make_havannah_solver(const Havannah& game, const SolverOptions& options,
                                             const HavannahPieces& pieces = {});

}  // namespace isthmus
