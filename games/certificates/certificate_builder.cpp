#include "games/certificates/certificate_builder.hpp"

#include <stdexcept>

namespace isthmus {

CertificateBuilder::CertificateBuilder(CertificateWork& work, const Solver::Ask& ask)
    : work_(work), ask_(ask), edges_(edges_of(work.game.board())), links_(work.facts) {}

void CertificateBuilder::check_budget() const {
  if (work_.is_done || work_.budget.is_spent(0)) throw Stopped();
}

Solution CertificateBuilder::solve(const Position& position) const {
  check_budget();
  Solution solution = ask_(position);
  if (solution.proof == Proof::unknown) throw Stopped();
  return solution;
}

Solution CertificateBuilder::answer(Position& position) const {
  check_budget();
  return answer(game(), ask_, position);
}

Solution CertificateBuilder::answer(const Game& game, const Solver::Ask& ask, Position& position) {
  Solution solution = ask(position);
  if (solution.proof == Proof::unknown) throw Stopped();
  if (solution.proof != Proof::win || solution.line.empty()) contradict();
  const Move move = solution.line.front();
  if (position.occupied().contains(move.cell())) contradict();
  game.play(position, move);
  return solution;
}

void CertificateBuilder::contradict() {
  throw std::runtime_error("no certificate: the solver contradicts itself; please report it");
}

}  // namespace isthmus
