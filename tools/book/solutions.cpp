#include "tools/book/solutions.hpp"

#include <algorithm>
#include <vector>

#include "engine/game/proven_moves.hpp"

namespace isthmus::book {

void keep(Proofs& proofs, const Game& game, const Position& position, const Solution& solution) {
  Proof proof = solution.proof;
  if (proof == Proof::unknown) return;
  std::vector<ProvenPosition> line{{position, proof}};
  for (Move move : solution.line) {
    // The side that draws may have had better.
    if (proof == Proof::draw) break;
    Position next = line.back().position;
    game.play(next, move);
    if (next.result != Result::ongoing) break;
    proof = reversed(proof);
    line.push_back({next, proof});
  }
  proofs.add(line);
}

void keep_moves(Proofs& proofs, const Game& game, const Position& position,
                const MoveProofs& moves) {
  std::vector<ProvenPosition> after;
  const auto add_after = [&](const CellSet& cells, Proof proof) {
    cells.for_each([&](Cell cell) {
      Position next = position;
      game.play(next, Move(cell));
      if (next.result == Result::ongoing) after.push_back({next, reversed(proof)});
    });
  };
  add_after(moves.wins, Proof::win);
  add_after(moves.losses, Proof::loss);
  add_after(moves.draws, Proof::draw);
  proofs.add(after);
}

Solution look_up(Proofs& proofs, const Game& game, const Position& position) {
  Solution known;
  known.proof = proofs.find(position);
  if (known.proof == Proof::unknown) return known;
  known.carrier = game.legal_cells(position);
  Position next = position;
  for (Proof proof = known.proof; next.result == Result::ongoing; proof = reversed(proof)) {
    const auto moves = proofs.find_moves(next);
    const auto best = std::find_if(moves.begin(), moves.end(),
                                   [&](const auto& move) { return move.second == proof; });
    if (best == moves.end()) break;
    known.line.emplace_back(best->first);
    game.play(next, known.line.back());
  }
  return known;
}

std::vector<ProvenMove> known_proofs(Proofs& proofs, const Game& game, const Position& position) {
  std::vector<ProvenMove> stones;
  for (const auto& [cell, proof] : proofs.find_moves(position))
    stones.push_back({Move(cell), proof});
  return proven_moves(game, position, proofs.find(position), stones);
}

MoveProofs look_up_moves(Proofs& proofs, const Game& game, const Position& position) {
  MoveProofs known;
  known.unknown = game.legal_cells(position);
  for (const auto& [cell, proof] : proofs.find_moves(position)) {
    known.unknown.erase(cell);
    CellSet& cells = proof == Proof::win    ? known.wins
                     : proof == Proof::loss ? known.losses
                                            : known.draws;
    cells.insert(cell);
  }
  return known;
}

}  // namespace isthmus::book
