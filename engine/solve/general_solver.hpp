#pragma once

#include <cstddef>
#include <memory>

#include "engine/game/game.hpp"
#include "engine/game/knowledge.hpp"
#include "engine/game/solver.hpp"

namespace isthmus {

// Solves any game by its rules, and by knowledge where that is not null (df_pn.hpp): asks who wins
// if a draw counts for the opponent and, where the answer rests on draws, if it counts for the side
// to move. Carriers are all empty cells. The game must outlive the solver, which remembers so many
// bytes.
std::unique_ptr<Solver> make_general_solver(const Game& game, std::size_t bytes,
                                            std::unique_ptr<Knowledge> knowledge = nullptr);

// The game's own solver, or where it has none the general one with the game's knowledge; likewise.
std::unique_ptr<Solver> make_solver(const Game& game, std::size_t bytes = Solver::kBytes);

}  // namespace isthmus
