#pragma once

#include <memory>

#include "engine/game/game.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// Solves any game by its rules alone (df_pn.hpp): asks who wins if a draw counts for the opponent
// and, where the answer rests on draws, if it counts for the side to move. Carriers are all empty
// cells. The game must outlive the solver.
std::unique_ptr<Solver> make_general_solver(const Game& game, const SolverOptions& options);

// The game's own solver, or where it has none the general one, helped by the game's knowledge;
// likewise.
std::unique_ptr<Solver> make_solver(const Game& game, const SolverOptions& options = {});

}  // namespace isthmus
