#include "engine/search/puct.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

#include "engine/search/puct_formula.hpp"

namespace isthmus {

namespace {

// Children as they were when they were first looked at, and the visits that have chosen them since.
// All have visits, and none is proven. The terms of their scores lie apart from the rest, as each
// choice reads those of all.
class Candidates {
 public:
  void clear() {
    means_.clear();
    pulls_.clear();
    children_.clear();
    prior_units_ = 0;
  }

  void add(Edge& edge, std::int64_t units, std::uint32_t visits, std::uint32_t chosen) {
    if (children_.size() == means_.size()) {
      means_.resize(means_.size() + kSteps, -1.0);  // until there are children, less than any score
      pulls_.resize(means_.size(), 0.0);
    }
    children_.push_back({&edge, units, visits, chosen});
    set_terms(children_.size() - 1);
    prior_units_ += edge.prior_units;
  }
  void choose(std::size_t i) {
    ++children_[i].visits;
    ++children_[i].chosen;
    set_terms(i);
  }

  std::size_t size() const { return children_.size(); }
  // As PuctFormula has it, but for the last digit.
  double score(std::size_t i, double scale) const { return means_[i] + scale * pulls_[i]; }
  // -1 where there are none. Several maxima at a time, so that none waits for the one before.
  double best_score(double scale) const {
    double best[kSteps] = {-1, -1, -1, -1};
    for (std::size_t i = 0; i < means_.size(); i += kSteps) {
      for (std::size_t k = 0; k < kSteps; ++k) best[k] = std::max(best[k], score(i + k, scale));
    }
    return std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
  }
  // The first with a score that one of them has.
  std::size_t with_score(double wanted, double scale) const {
    std::size_t i = 0;
    while (score(i, scale) != wanted) ++i;
    return i;
  }
  std::uint32_t prior_units() const { return prior_units_; }
  void take_chosen(std::vector<ChosenChild>& chosen) const {
    for (const Child& child : children_) {
      if (child.chosen > 0) chosen.push_back({child.edge, child.chosen});
    }
  }

 private:
  static constexpr std::size_t kSteps = 4;

  struct Child {
    Edge* edge;
    std::int64_t units;
    std::uint32_t visits;
    std::uint32_t chosen;
  };

  void set_terms(std::size_t i) {
    const Child& child = children_[i];
    means_[i] = PuctFormula::mean(child.units, child.visits);
    pulls_[i] = child.edge->prior() / (1.0 + child.visits);
  }

  std::vector<double> means_, pulls_;  // of whole steps
  std::vector<Child> children_;
  std::uint32_t prior_units_ = 0;
};

// The children of an edge, one after the other.
class NextChild {
 public:
  NextChild(const Edge& parent, Tree& tree)
      : tree_(tree), block_(tree.first_block(parent)), edges_(block_->edges()) {}

  // Null where there are no more. A move without an edge gets one if `wants` says so of its prior.
  template <class Wants>
  Edge* take(Wants wants) {
    if (edges_.empty()) {
      Block* next = tree_.next_block(*block_);
      if (!next && !block_->unopened().empty() && wants(block_->unopened().front().prior_units())) {
        next = tree_.open_more(*block_);
      }
      if (!next) return nullptr;
      block_ = next;
      edges_ = block_->edges();
    }
    Edge& child = edges_.front();
    edges_ = edges_.subspan(1);
    return &child;
  }

 private:
  Tree& tree_;
  Block* block_;
  std::span<Edge> edges_;
};

}  // namespace

Edge& select_child(const Edge& parent, Tree& tree, const SearchSettings& settings) {
  const double reduction =
      &parent == &tree.root() ? settings.root_first_play_reduction : settings.first_play_reduction;
  const PuctFormula formula(parent.units.load(std::memory_order_relaxed),
                            parent.visits.load(std::memory_order_relaxed), settings.exploration,
                            reduction);
  std::uint32_t visited_prior = 0;
  double best_score = -1;
  Edge* best = nullptr;
  NextChild next(parent, tree);
  const auto beats_all = [&](std::uint32_t prior_units) {
    return formula.first_play(prior_units, visited_prior) > best_score;
  };
  while (Edge* child = next.take(beats_all)) {
    const Proof proof = child->proof.load(std::memory_order_relaxed);
    if (proof == Proof::win) return *child;
    if (proof == Proof::loss) continue;
    const std::uint32_t visits = child->visits.load(std::memory_order_relaxed);
    // Those behind it have no visits either, and are less likely.
    if (visits == 0) return beats_all(child->prior_units) ? *child : *best;
    visited_prior += child->prior_units;
    const double score =
        formula.score(child->units.load(std::memory_order_relaxed), visits, child->prior_units);
    if (score > best_score) {
      best_score = score;
      best = child;
    }
  }
  return best ? *best : tree.first_block(parent)->edges().front();
}

std::uint32_t select_children(const Edge& parent, std::uint32_t visits, std::uint32_t count,
                              Tree& tree, const SearchSettings& settings,
                              std::vector<ChosenChild>& chosen) {
  thread_local Candidates candidates;  // kept for its memory
  candidates.clear();
  NextChild next(parent, tree);
  Edge* unvisited = nullptr;  // the first such child, if it was looked at
  const double reduction =
      &parent == &tree.root() ? settings.root_first_play_reduction : settings.first_play_reduction;
  const std::int64_t units = parent.units.load(std::memory_order_relaxed);
  const auto end = [&](std::uint32_t done, Edge& last) {
    candidates.take_chosen(chosen);
    chosen.push_back({&last, 1});
    return done + 1;
  };
  for (std::uint32_t done = 0; done < count; ++done) {
    const PuctFormula formula(units, visits + done + 1, settings.exploration, reduction);
    double best_score = candidates.best_score(formula.scale());
    const auto beats_all = [&](std::uint32_t prior_units) {
      return formula.first_play(prior_units, candidates.prior_units()) > best_score;
    };
    while (!unvisited) {
      Edge* child = next.take(beats_all);
      if (!child) break;
      const Proof proof = child->proof.load(std::memory_order_relaxed);
      if (proof == Proof::win) return end(done, *child);
      if (proof == Proof::loss) continue;
      const std::uint32_t child_visits = child->visits.load(std::memory_order_relaxed);
      if (child_visits == 0) {
        unvisited = child;
        break;
      }
      candidates.add(*child, child->units.load(std::memory_order_relaxed), child_visits, 0);
      best_score = std::max(best_score, candidates.score(candidates.size() - 1, formula.scale()));
    }
    // Those behind it have no visits either, and are less likely.
    if (unvisited && beats_all(unvisited->prior_units)) {
      candidates.add(*unvisited, 0, 1, 1);
      unvisited = nullptr;
    } else if (candidates.size() > 0) {
      candidates.choose(candidates.with_score(best_score, formula.scale()));
    } else {
      return end(done, tree.first_block(parent)->edges().front());
    }
  }
  candidates.take_chosen(chosen);
  return count;
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
