#include "games/certificates/fact_tree.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace isthmus {

namespace {

constexpr std::size_t kBranches = 16;  // of a node at most

constexpr auto kAcquire = std::memory_order_acquire, kRelease = std::memory_order_release;

}  // namespace

// What is written here is released, and acquired by those who read it, so that who has seen a part
// of a change sees all that was done before.
struct FactTree::Node {
  Node(bool leaf, std::size_t words)
      : is_leaf(leaf),
        needs(kBranches * 2 * words),
        first(leaf ? 0 : kBranches * 2 * words),
        below(leaf ? 0 : kBranches) {}

  bool is_full() const { return count == kBranches; }

  const bool is_leaf;
  std::atomic<std::size_t> count = 0;
  // By branch, as Branch has it. Of facts the needs are those of the first as well.
  std::array<std::atomic<std::size_t>, kBranches> newest{};
  std::vector<std::atomic<std::uint64_t>> needs;
  std::vector<std::uint64_t> first;  // which who adds reads alone
  std::vector<std::atomic<Node*>> below;
};

FactTree::FactTree(std::size_t words) : words_(words), root_(&new_node(true)) {}

FactTree::~FactTree() = default;

void FactTree::add(std::size_t number, const CellSet& stones, const CellSet& carrier) {
  std::vector<std::uint64_t> needs(2 * words_);
  for (std::size_t i = 0; i < words_; ++i) {
    needs[i] = stones.words()[i];
    needs[words_ + i] = carrier.words()[i];
  }
  Node* node = root_;
  if (node->is_full()) {
    Node& above = new_node(false);
    append(above, branch_to(*node));
    split(above, 0);
    root_.store(&above, kRelease);
    node = &above;
  }
  while (!node->is_leaf) {
    if (const std::size_t at = branch_for(*node, needs); node->below[at].load()->is_full()) {
      split(*node, at);
    }
    const std::size_t at = branch_for(*node, needs);
    widen(*node, at, number, needs);
    node = node->below[at];
  }
  append(*node, {number, needs, needs, nullptr});
}

FactTree::Node& FactTree::new_node(bool is_leaf) {
  return *nodes_.emplace_back(std::make_unique<Node>(is_leaf, words_));
}

FactTree::Branch FactTree::branch_of(const Node& node, std::size_t at) const {
  Branch branch{node.newest[at], {}, {}, node.is_leaf ? nullptr : node.below[at].load()};
  const auto from = static_cast<std::ptrdiff_t>(at * 2 * words_);
  const auto end = from + static_cast<std::ptrdiff_t>(2 * words_);
  branch.needs.assign(node.needs.begin() + from, node.needs.begin() + end);
  branch.first = branch.needs;
  if (!node.is_leaf) branch.first.assign(node.first.begin() + from, node.first.begin() + end);
  return branch;
}

FactTree::Branch FactTree::branch_to(Node& below) const {
  Branch all = branch_of(below, 0);
  for (std::size_t at = 1; at < below.count; ++at) {
    const Branch branch = branch_of(below, at);
    all.newest = std::max(all.newest, branch.newest);
    for (std::size_t i = 0; i < all.needs.size(); ++i) all.needs[i] &= branch.needs[i];
    all.first = std::min(all.first, branch.first);
  }
  all.below = &below;
  return all;
}

// Where these needs belong in the order: the last branch that does not begin behind them, or that
// which begins first.
std::size_t FactTree::branch_for(const Node& node, const std::vector<std::uint64_t>& needs) const {
  const auto is_less = [&](const std::uint64_t* one, const std::uint64_t* other) {
    return std::lexicographical_compare(one, one + needs.size(), other, other + needs.size());
  };
  std::size_t found = 0;
  for (std::size_t at = 1; at < node.count; ++at) {
    const std::uint64_t* const one = &node.first[at * needs.size()];
    const std::uint64_t* const best = &node.first[found * needs.size()];
    const bool is_before = !is_less(needs.data(), one);
    const bool best_is_before = !is_less(needs.data(), best);
    const bool is_later = is_less(best, one);
    if (is_before == best_is_before ? is_later == is_before : is_before) found = at;
  }
  return found;
}

void FactTree::put(Node& node, std::size_t at, const Branch& branch) {
  const std::size_t from = at * 2 * words_;
  if (!node.is_leaf) {
    node.below[at].store(branch.below, kRelease);
    std::copy(branch.first.begin(), branch.first.end(), &node.first[from]);
  }
  for (std::size_t i = 0; i < 2 * words_; ++i) {
    node.needs[from + i].store(branch.needs[i], kRelease);
  }
  node.newest[at].store(branch.newest, kRelease);
}

void FactTree::append(Node& node, const Branch& branch) {
  const std::size_t count = node.count;
  put(node, count, branch);
  node.count.store(count + 1, kRelease);
}

// That a fact comes below the branch.
void FactTree::widen(Node& node, std::size_t at, std::size_t number,
                     const std::vector<std::uint64_t>& needs) {
  const std::size_t from = at * 2 * words_;
  for (std::size_t i = 0; i < needs.size(); ++i) {
    node.needs[from + i].store(node.needs[from + i] & needs[i], kRelease);
  }
  const auto first = node.first.begin() + static_cast<std::ptrdiff_t>(from);
  if (std::lexicographical_compare(needs.begin(), needs.end(), first,
                                   first + static_cast<std::ptrdiff_t>(needs.size()))) {
    std::copy(needs.begin(), needs.end(), first);
  }
  node.newest[at].store(number, kRelease);
}

// Two nodes take the place of a full one, each with half of it. Who reads `above` meanwhile finds
// all of it: the second is there before the first is narrowed to its half.
void FactTree::split(Node& above, std::size_t at) {
  const Node& full = *above.below[at];
  std::vector<Branch> branches;
  for (std::size_t i = 0; i < full.count; ++i) branches.push_back(branch_of(full, i));
  std::sort(branches.begin(), branches.end(),
            [](const Branch& one, const Branch& other) { return one.first < other.first; });
  std::array<Node*, 2> halves;
  for (std::size_t i = 0; i < 2; ++i) {
    halves[i] = &new_node(full.is_leaf);
    for (std::size_t k = i * kBranches / 2; k < (i + 1) * kBranches / 2; ++k) {
      append(*halves[i], branches[k]);
    }
  }
  append(above, branch_to(*halves[1]));
  put(above, at, branch_to(*halves[0]));
}

std::optional<FactTree::Found> FactTree::find(const Place& place, std::size_t since) const {
  std::optional<Found> found;
  search(*root_.load(kAcquire), place, since, found);
  return found;
}

bool FactTree::is_met(const Node& node, std::size_t at, const Place& place) const {
  const std::atomic<std::uint64_t>* const needs = &node.needs[at * 2 * words_];
  bool may_lack = place.lacking != 0;
  for (std::size_t i = 0; i < words_; ++i) {
    const std::uint64_t empty = place.empty.words()[i];
    if ((needs[words_ + i].load(kAcquire) & ~empty) != 0) return false;
    const std::uint64_t lacks = needs[i].load(kAcquire) & ~place.stones.words()[i];
    if (lacks == 0) continue;
    if (!may_lack || !std::has_single_bit(lacks) || (lacks & ~empty) != 0) return false;
    may_lack = false;
  }
  return true;
}

// Whether newer ones than what was found are there.
void FactTree::search(const Node& node, const Place& place, std::size_t since,
                      std::optional<Found>& found) const {
  // Branches may come while this is under way.
  for (std::size_t at = 0; at < node.count.load(kAcquire); ++at) {
    if (found) since = found->number + 1;
    if (node.newest[at].load(kAcquire) < since) continue;
    if (!is_met(node, at, place)) continue;
    if (!node.is_leaf) {
      search(*node.below[at].load(kAcquire), place, since, found);
      continue;
    }
    std::optional<Cell> lacks;
    for (std::size_t i = 0; i < words_ && !lacks; ++i) {
      const std::uint64_t missing = node.needs[at * 2 * words_ + i] & ~place.stones.words()[i];
      if (missing != 0)
        lacks = static_cast<Cell>(64 * i + static_cast<std::size_t>(std::countr_zero(missing)));
    }
    if (lacks.has_value() == (place.lacking != 0)) found = {node.newest[at], lacks};
  }
}

}  // namespace isthmus
