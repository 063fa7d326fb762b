#include "engine/solve/general_solver.hpp"

#include "engine/board/board_words.hpp"
#include "engine/solve/df_pn.hpp"
#include "engine/solve/solver_with_draws.hpp"
#include "engine/theory/theory.hpp"

namespace isthmus {

namespace {

// By the game's knowledge as well, or by its rules alone.
std::unique_ptr<Solver> make(const Game& game, const SolverOptions& options, bool has_knowledge) {
  return with_words_for(game.board(), [&](auto words) -> std::unique_ptr<Solver> {
    using Search = DfPn<decltype(words)::value>;
    return std::make_unique<SolverWithDraws<Search>>(game, options, has_knowledge);
  });
}

}  // namespace

std::unique_ptr<Solver> make_general_solver(const Game& game, const SolverOptions& options) {
  return make(game, options, false);
}

std::unique_ptr<Solver> make_solver(const Game& game, const SolverOptions& options) {
  if (const auto theory = game.theory()) return theory->make_solver(options);
  if (auto solver = game.own_solver(options)) return solver;
  return make(game, options, true);
}

}  // namespace isthmus
