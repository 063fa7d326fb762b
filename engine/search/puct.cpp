#include "engine/search/puct.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "engine/search/puct_formula.hpp"

namespace isthmus {

namespace {

// Children as they were when they were first looked at, and the visits that have chosen them since.
// All have visits, and none is proven. The terms of their scores lie apart from the rest, in
// groups: a choice passes over those in which no score can be the best.
class Candidates {
 public:
  // A score, and the first group that has it.
  struct Best {
    double score = -1;  // where there are no children
    std::size_t group = 0;
  };

  // Begins anew; no scale will be larger.
  void clear(double max_scale) {
    count_ = 0;
    prior_units_ = 0;
    max_scale_ = max_scale;
  }

  void add(Edge& edge, std::int64_t units, std::uint32_t visits, std::uint32_t chosen) {
    const std::size_t i = count_++;
    if (i % kGroup == 0) begin_group();
    children_[i] = {&edge, units, visits, chosen};
    set_terms(i);
    Group& group = groups_[i / kGroup];
    group.bound = std::max(group.bound, group.score(i % kGroup, max_scale_));
    prior_units_ += edge.prior_units;
  }
  void choose(std::size_t i) {
    ++children_[i].visits;
    ++children_[i].chosen;
    set_terms(i);
    Group& group = groups_[i / kGroup];
    group.bound = group.best_score(max_scale_);
  }

  std::size_t size() const { return count_; }
  Best best(double scale) const {
    Best best;
    for (std::size_t i = 0; kGroup * i < count_; ++i) {
      if (groups_[i].bound <= best.score) continue;
      const double score = groups_[i].best_score(scale);
      if (score > best.score) best = {score, i};
    }
    return best;
  }
  // What was the best or the child that was added since.
  Best best_with_last(const Best& best, double scale) const {
    const std::size_t last = count_ - 1;
    const double score = groups_[last / kGroup].score(last % kGroup, scale);
    return score > best.score ? Best{score, last / kGroup} : best;
  }
  // The first that is as good.
  std::size_t first_of(const Best& best, double scale) const {
    std::size_t k = 0;
    while (groups_[best.group].score(k, scale) != best.score) ++k;
    return kGroup * best.group + k;
  }
  std::uint32_t prior_units() const { return prior_units_; }
  void take_chosen(std::vector<ChosenChild>& chosen) const {
    for (std::size_t i = 0; i < count_; ++i) {
      if (children_[i].chosen > 0) chosen.push_back({children_[i].edge, children_[i].chosen});
    }
  }

 private:
  static constexpr std::size_t kGroup = 8;

  struct Child {
    Edge* edge;
    std::int64_t units;
    std::uint32_t visits;
    std::uint32_t chosen;
  };

  struct Group {
    std::array<double, kGroup> means, pulls;
    double bound;  // of these scores by any scale

    // As PuctFormula has it, but for the last digit.
    double score(std::size_t k, double scale) const { return means[k] + scale * pulls[k]; }
    // Several maxima at a time, so that none waits for the one before.
    double best_score(double scale) const {
      double best[4];
      for (std::size_t k = 0; k < 4; ++k) {
        const double a = score(k, scale), b = score(k + 4, scale);
        best[k] = a > b ? a : b;
      }
      return std::max(std::max(best[0], best[1]), std::max(best[2], best[3]));
    }
  };

  void begin_group() {
    const std::size_t group = (count_ - 1) / kGroup;
    if (group == groups_.size()) {
      groups_.emplace_back();
      children_.resize(children_.size() + kGroup);
    }
    groups_[group].means.fill(-1);  // until there are children, less than any score
    groups_[group].pulls.fill(0);
    groups_[group].bound = -1;
  }
  void set_terms(std::size_t i) {
    const Child& child = children_[i];
    groups_[i / kGroup].means[i % kGroup] = PuctFormula::mean(child.units, child.visits);
    groups_[i / kGroup].pulls[i % kGroup] = child.edge->prior() / (1.0 + child.visits);
  }

  std::vector<Group> groups_;
  std::vector<Child> children_;  // of all groups
  std::size_t count_ = 0;
  std::uint32_t prior_units_ = 0;
  double max_scale_ = 0;
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
  NextChild next(parent, tree);
  Edge* unvisited = nullptr;  // the first such child, if it was looked at
  const double reduction =
      &parent == &tree.root() ? settings.root_first_play_reduction : settings.first_play_reduction;
  const std::int64_t units = parent.units.load(std::memory_order_relaxed);
  candidates.clear(PuctFormula(units, visits + count, settings.exploration, reduction).scale());
  const auto end = [&](std::uint32_t done, Edge& last) {
    candidates.take_chosen(chosen);
    chosen.push_back({&last, 1});
    return done + 1;
  };
  for (std::uint32_t done = 0; done < count; ++done) {
    const PuctFormula formula(units, visits + done + 1, settings.exploration, reduction);
    Candidates::Best best = candidates.best(formula.scale());
    const auto beats_all = [&](std::uint32_t prior_units) {
      return formula.first_play(prior_units, candidates.prior_units()) > best.score;
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
      best = candidates.best_with_last(best, formula.scale());
    }
    // Those behind it have no visits either, and are less likely.
    if (unvisited && beats_all(unvisited->prior_units)) {
      candidates.add(*unvisited, 0, 1, 1);
      unvisited = nullptr;
    } else if (candidates.size() > 0) {
      candidates.choose(candidates.first_of(best, formula.scale()));
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
