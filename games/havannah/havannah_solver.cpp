#include "games/havannah/havannah_solver.hpp"

#include "engine/solve/solver_with_draws.hpp"
#include "games/havannah/havannah_search.hpp"

namespace isthmus {

std::unique_ptr<Solver> make_havannah_solver(const Havannah& game, const SolverOptions& options,
                                             const HavannahPieces& pieces) {
  return std::make_unique<SolverWithDraws<HavannahSearch>>(game, options, pieces);
}

std::unique_ptr<Solver> Havannah::own_solver(const SolverOptions& options) const {
  if (size().rows > kMaxShapeSide) return nullptr;
  return make_havannah_solver(*this, options);
}

}  // namespace isthmus
