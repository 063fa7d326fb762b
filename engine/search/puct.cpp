#include "engine/search/puct.hpp"

#include <algorithm>
#include <cmath>

namespace isthmus {

namespace {

// The parent's mean result for the player who chooses among its children.
double parent_mean(const Edge& parent) {
  const double units = static_cast<double>(parent.units.load(std::memory_order_relaxed));
  // The visit under way has no result yet.
  const double results = std::max(1.0, parent.visits.load(std::memory_order_relaxed) - 1.0);
  return 1.0 - units / Edge::kUnitsPerWin / results;
}

}  // namespace

Edge& select_child(const Edge& parent, Tree& tree, const SearchSettings& settings) {
  const double reduction =
      &parent == &tree.root() ? settings.root_first_play_reduction : settings.first_play_reduction;
  const double scale =
      settings.exploration * std::sqrt(double{1} * parent.visits.load(std::memory_order_relaxed));
  double visited_prior = 0;
  double best_score = -1;
  Edge* best = nullptr;
  const auto first_play = [&](double prior) {
    return parent_mean(parent) - reduction * std::sqrt(visited_prior) + scale * prior;
  };
  Block* block = tree.first_block(parent);
  while (true) {
    for (Edge& child : block->edges()) {
      const Proof proof = child.proof.load(std::memory_order_relaxed);
      if (proof == Proof::win) return child;
      if (proof == Proof::loss) continue;
      const std::uint32_t visits = child.visits.load(std::memory_order_relaxed);
      // Those behind it have no visits either, and are less likely.
      if (visits == 0) return first_play(child.prior()) > best_score ? child : *best;
      visited_prior += child.prior();
      const double score = child.mean() + scale * child.prior() / (1.0 + visits);
      if (score > best_score) {
        best_score = score;
        best = &child;
      }
    }
    Block* next = tree.next_block(*block);
    if (!next && !block->unopened().empty() &&
        first_play(block->unopened().front().prior()) > best_score) {
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
