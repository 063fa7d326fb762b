#include "engine/puct.hpp"

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

// Of two children, whether the first has the larger prior, or of equal ones the lower move.
bool ranks_before(const Edge& a, const Edge& b) {
  if (a.prior_units != b.prior_units) return a.prior_units > b.prior_units;
  return a.move.code() < b.move.code();
}

}  // namespace

Edge& select_child(const Edge& parent, std::span<Edge> children, const Settings& settings) {
  const double scale =
      settings.exploration * std::sqrt(double{1} * parent.visits.load(std::memory_order_relaxed));
  double visited_prior = 0;
  double best_score = -1;
  Edge* best = &children.front();
  Edge* first_open = nullptr;  // of the children without visits the one with the best score
  for (std::size_t i = 0; i < children.size(); ++i) {
    Edge& child = children[i];
    const Proof proof = child.proof.load(std::memory_order_relaxed);
    if (proof == Proof::win) return child;
    if (proof == Proof::loss) continue;
    const std::uint32_t visits = child.visits.load(std::memory_order_relaxed);
    if (visits == 0) {
      if (first_open == nullptr || ranks_before(child, *first_open)) first_open = &child;
      if (i < kRanked) break;
      continue;
    }
    visited_prior += child.prior();
    const double score = child.mean() + scale * child.prior() / (1.0 + visits);
    if (score > best_score) {
      best_score = score;
      best = &child;
    }
  }
  if (first_open != nullptr) {
    const double first_play =
        parent_mean(parent) - settings.first_play_reduction * std::sqrt(visited_prior);
    if (first_play + scale * first_open->prior() > best_score) best = first_open;
  }
  return *best;
}

Proof proof_from_answers(std::span<const Edge> answers) {
  Proof best_answer = Proof::loss;
  for (const Edge& answer : answers) {
    const Proof proof = answer.proof.load();
    if (proof == Proof::win) return Proof::loss;
    if (proof == Proof::unknown) best_answer = Proof::unknown;
    if (proof == Proof::draw && best_answer == Proof::loss) best_answer = Proof::draw;
  }
  return reversed(best_answer);
}

}  // namespace isthmus
