#include "engine/solve/solve_each.hpp"

#include <algorithm>

namespace isthmus {

bool SolveBudget::is_spent(std::int64_t nodes) const {
  return stop_.stop_requested() || (limits_.nodes > 0 && nodes >= limits_.nodes) ||
         (limits_.seconds > 0 && seconds() >= limits_.seconds);
}

SolveLimits SolveBudget::left(std::int64_t nodes) const {
  SolveLimits left = limits_;
  if (left.nodes > 0) left.nodes -= nodes;
  if (left.seconds > 0) left.seconds = std::max(1e-6, left.seconds - seconds());
  return left;
}

double SolveBudget::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

MoveProofs solve_each(const CellSet& moves, const SolveLimits& limits, std::stop_token stop,
                      SearchThreads& threads,
                      const std::function<Solution(Cell, const SolveLimits&)>& solve_after) {
  const SolveBudget budget(limits, std::move(stop));
  MoveProofs proofs;
  CellSet rest = moves;
  while (!rest.empty() && !budget.is_spent(proofs.nodes)) {
    threads.report_moves(moves.size() - rest.size() - proofs.unknown.size(), moves.size());
    const Cell cell = rest.first();
    rest.erase(cell);
    const Solution solution = solve_after(cell, budget.left(proofs.nodes));
    proofs.nodes += solution.nodes;
    switch (solution.proof) {
      case Proof::loss:
        proofs.wins.insert(cell);
        break;
      case Proof::draw:
        proofs.draws.insert(cell);
        break;
      case Proof::win:
        proofs.losses.insert(cell);
        proofs.losses = proofs.losses | (rest - solution.carrier);
        rest = rest & solution.carrier;
        break;
      case Proof::unknown:
        proofs.unknown.insert(cell);
        break;
    }
  }
  threads.report_moves(0, 0);
  proofs.unknown = proofs.unknown | rest;
  proofs.seconds = budget.seconds();
  return proofs;
}

MoveProofs solve_each(const Game& game, const Position& position, const SolveLimits& limits,
                      std::stop_token stop, SearchThreads& threads, Solver& solver) {
  return solve_each(game.legal_cells(position), limits, stop, threads,
                    [&](Cell cell, const SolveLimits& left) {
                      const Move move(cell);
                      Position next = position;
                      game.play(next, move);
                      if (next.result == Result::ongoing) {
                        return solver.solve_after(position, {&move, 1}, left, stop);
                      }
                      Solution solution;
                      solution.proof = proof_for(next.to_move, next.result);
                      solution.carrier = game.board().cells();
                      return solution;
                    });
}

}  // namespace isthmus
