#include "engine/search/puct.hpp"

#include "engine/search/puct_formula.hpp"

namespace isthmus {

namespace {

// A child as it was when it was first looked at, and the visits that have chosen it since.
struct Candidate {
  Edge* edge;
  std::int64_t units;
  double mean;  // where it has visits
  double prior;
  std::uint32_t visits;
  std::uint32_t chosen;
  std::uint16_t prior_units;
  bool is_lost;
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

std::uint32_t select_children(const Edge& parent, std::uint32_t visits, std::uint32_t count,
                              Tree& tree, const SearchSettings& settings,
                              std::vector<ChosenChild>& chosen) {
  thread_local std::vector<Candidate> seen;  // kept for its memory
  seen.clear();
  const double reduction =
      &parent == &tree.root() ? settings.root_first_play_reduction : settings.first_play_reduction;
  const std::int64_t units = parent.units.load(std::memory_order_relaxed);
  Block* block = tree.first_block(parent);
  auto unseen = block->edges();
  std::uint32_t done = 0;
  Edge* decided = nullptr;
  while (done < count && !decided) {
    const PuctFormula formula(units, visits + done + 1, settings.exploration, reduction);
    std::uint32_t visited_prior = 0;
    double best_score = -1;
    std::size_t best = seen.max_size();
    for (std::size_t i = 0;; ++i) {
      if (i == seen.size()) {
        if (unseen.empty()) {
          Block* next = tree.next_block(*block);
          if (!next && !block->unopened().empty() &&
              formula.first_play(block->unopened().front().prior_units(), visited_prior) >
                  best_score) {
            next = tree.open_more(*block);
          }
          if (!next) break;
          block = next;
          unseen = block->edges();
        }
        Edge& child = unseen.front();
        unseen = unseen.subspan(1);
        const Proof proof = child.proof.load(std::memory_order_relaxed);
        if (proof == Proof::win) {
          decided = &child;
          break;
        }
        const std::uint32_t child_visits = child.visits.load(std::memory_order_relaxed);
        const std::int64_t child_units = child.units.load(std::memory_order_relaxed);
        seen.push_back({&child, child_units,
                        child_visits > 0 ? PuctFormula::mean(child_units, child_visits) : 0,
                        child.prior(), child_visits, 0, child.prior_units, proof == Proof::loss});
      }
      const Candidate& candidate = seen[i];
      if (candidate.is_lost) continue;
      // Those behind it have no visits either, and are less likely.
      if (candidate.visits == 0) {
        if (formula.first_play(candidate.prior_units, visited_prior) > best_score) best = i;
        break;
      }
      visited_prior += candidate.prior_units;
      const double score = formula.score(candidate.mean, candidate.visits, candidate.prior);
      if (score > best_score) {
        best_score = score;
        best = i;
      }
    }
    if (decided) break;
    if (best < seen.size()) {
      Candidate& candidate = seen[best];
      ++candidate.chosen;
      ++candidate.visits;
      candidate.mean = PuctFormula::mean(candidate.units, candidate.visits);
      ++done;
    } else {
      decided = &tree.first_block(parent)->edges().front();
    }
  }
  for (const Candidate& candidate : seen) {
    if (candidate.chosen > 0) chosen.push_back({candidate.edge, candidate.chosen});
  }
  if (decided) {
    chosen.push_back({decided, 1});
    ++done;
  }
  return done;
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
