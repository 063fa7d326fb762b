#include "protocols/review/position_proofs.hpp"

#include <utility>

#include "engine/solve/general_solver.hpp"

namespace isthmus {

bool wins_by_turn(const Record& record, std::size_t i, Proof after) {
  const Position& position = record.positions()[i];
  const Position& next = record.positions()[i + 1];
  return record.turns()[i].colour == position.to_move &&
         position.sides_swapped == next.sides_swapped &&
         proven_result(next, after) == win_for(position.to_move);
}

bool may_yet_swap(const Game& game, const Position& position) {
  return game.swap_rule() != SwapRule::none && position.occupied().size() <= 1;
}

Result proven_result(const Position& position, Proof proof) {
  switch (proof) {
    case Proof::win:
      return win_for(position.to_move);
    case Proof::loss:
      return win_for(opponent(position.to_move));
    case Proof::draw:
      return Result::draw;
    case Proof::unknown:
      break;
  }
  return Result::ongoing;
}

std::vector<PositionProof> prove_backwards(const Record& record, const SolveLimits& limits,
                                           const std::stop_token& stop) {
  const Game& game = record.game();
  std::vector<PositionProof> proofs(record.positions().size());
  const auto solver = make_solver(game);
  for (std::size_t i = proofs.size(); i-- > 0;) {
    const Position& position = record.positions()[i];
    PositionProof& proof = proofs[i];
    if (position.result != Result::ongoing) {
      proof.proof = proof_for(position.to_move, position.result);
    } else if (may_yet_swap(game, position)) {
      break;
    } else if (i + 1 < proofs.size() && wins_by_turn(record, i, proofs[i + 1].proof)) {
      proof.proof = Proof::win;
      proof.line = proofs[i + 1].line;
      proof.line.insert(proof.line.begin(), record.turns()[i].move);
    } else {
      Solution solution = solver->solve(position, limits, stop);
      proof = {solution.proof, std::move(solution.line)};
    }
    if (proof.proof == Proof::unknown) break;
  }
  return proofs;
}

}  // namespace isthmus
