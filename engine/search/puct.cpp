#include "engine/search/puct.hpp"

#include "engine/search/puct_formula.hpp"

namespace isthmus {

Edge& select_child(const Edge& parent, Tree& tree, const SearchSettings& settings) {
  const double reduction =
      &parent == &tree.root() ? settings.root_first_play_reduction : settings.first_play_reduction;
  const PuctFormula formula(parent.units.load(std::memory_order_relaxed),
                            parent.visits.load(std::memory_order_relaxed), settings.exploration,
                            reduction);
  std::uint32_t visited_prior = 0;
  double best_score = -1;
  Edge* best = nullptr;
  Block* block = tree.first_block(parent);
  while (true) {
    for (Edge& child : block->edges()) {
      const Proof proof = child.proof.load(std::memory_order_relaxed);
      if (proof == Proof::win) return child;
      if (proof == Proof::loss) continue;
      const std::uint32_t visits = child.visits.load(std::memory_order_relaxed);
      // Those behind it have no visits either, and are less likely.
      if (visits == 0) {
        return formula.first_play(child.prior_units, visited_prior) > best_score ? child : *best;
      }
      visited_prior += child.prior_units;
      const double score =
          formula.score(child.units.load(std::memory_order_relaxed), visits, child.prior_units);
      if (score > best_score) {
        best_score = score;
        best = &child;
      }
    }
    Block* next = tree.next_block(*block);
    if (!next && !block->unopened().empty() &&
        formula.first_play(block->unopened().front().prior_units(), visited_prior) > best_score) {
      next = tree.open_more(*block);
    }
    if (!next) break;
    block = next;
  }
  return best ? *best : tree.first_block(parent)->edges().front();
}

Proof proof_from_answers(const Tree& tree, const Edge& move) {
  Proof best_answer = unopened(tree, move).empty() ? Proof::loss : Proof::unknown;
  for (const Block* block = tree.first_block(move); block; block = tree.next_block(*block)) {
    for (const Edge& answer : block->edges()) {
      const Proof proof = answer.proof.load();
      if (proof == Proof::win) return Proof::loss;
      if (proof == Proof::unknown) best_answer = Proof::unknown;
      if (proof == Proof::draw && best_answer == Proof::loss) best_answer = Proof::draw;
    }
  }
  return reversed(best_answer);
}

}  // namespace isthmus
