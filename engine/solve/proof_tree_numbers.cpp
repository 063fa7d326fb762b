// What follows in a ProofTree from the moves of its positions: proofs, and proof numbers.

#include <algorithm>
#include <tuple>
#include <vector>

#include "engine/solve/proof_numbers.hpp"
#include "engine/solve/proof_tree.hpp"

namespace isthmus {

// Works out anew what is known of a position, and of those above it as far as that changes.
void ProofTree::update(Id id) {
  for (std::vector<Id> waiting{id}; !waiting.empty();) {
    Node& node = nodes_[waiting.back()];
    waiting.pop_back();
    if (refresh(node)) waiting.insert(waiting.end(), node.parents.begin(), node.parents.end());
  }
}

// Returns whether anything has changed.
bool ProofTree::refresh(Node& node) {
  const auto before = std::tuple(node.proof, node.to_win, node.to_lose);
  if (node.proof == Proof::unknown && node.is_expanded) settle(node);
  if (node.proof != Proof::unknown) {
    const bool wins =
        node.proof == Proof::win || (node.proof == Proof::draw && drawn_for_ == node.mover);
    node.to_win = wins ? 0 : kInfiniteNumber;
    node.to_lose = wins ? kInfiniteNumber : 0;
  } else if (node.is_expanded) {
    set_numbers(node);
  }
  return before != std::tuple(node.proof, node.to_win, node.to_lose);
}

// Draws the conclusions from the moves that are proven.
void ProofTree::settle(Node& node) {
  const auto proof_of = [&](const Edge& edge) {
    return edge.child == kNone ? Proof::unknown : nodes_[edge.child].proof;
  };
  const auto solve = [&](Proof proof, const Edge& by) {
    node.proof = proof;
    node.line = {by.move};
    node.best_child = by.child;
    node.carrier = nodes_[by.child].carrier;
    node.carrier.insert(by.move.cell());
  };
  CellSet needed = game_.board().cells();  // by all refutations
  bool has_refuted = false, has_open = false;
  for (const Edge& edge : node.edges) {
    const Proof proof = proof_of(edge);
    if (proof == Proof::loss) {
      solve(Proof::win, edge);
      break;
    }
    has_open = has_open || proof != Proof::draw;
    if (proof != Proof::win) continue;
    has_refuted = true;
    const CellSet& of_child = nodes_[edge.child].carrier;
    needed = needed & of_child;
    node.carrier = node.carrier | of_child;
    node.line = {edge.move};
    node.best_child = edge.child;
  }
  const std::size_t count = node.edges.size();
  if (node.proof == Proof::unknown && has_refuted) {
    // Moves that do not touch what a refutation needs are refuted by it as well.
    std::erase_if(node.edges, [&](const Edge& edge) {
      return proof_of(edge) == Proof::win || !needed.contains(edge.move.cell());
    });
    has_open = std::any_of(node.edges.begin(), node.edges.end(),
                           [&](const Edge& edge) { return proof_of(edge) != Proof::draw; });
  }
  if (node.proof == Proof::unknown && node.edges.empty()) {
    node.proof = Proof::loss;
  } else if (node.proof == Proof::unknown && !has_open) {
    solve(Proof::draw, node.edges.front());
  }
  if (node.proof != Proof::unknown) node.edges = {};
  edges_ -= count - node.edges.size();
}

void ProofTree::set_numbers(Node& node) const {
  const auto open = static_cast<std::size_t>(std::count_if(
      node.edges.begin(), node.edges.end(), [&](const Edge& edge) { return is_open(edge); }));
  std::size_t left = node.is_ordered ? searched_at_a_time(open) : open;
  std::uint32_t least = kInfiniteNumber;
  std::uint64_t sum = 0;
  for (const Edge& edge : node.edges) {
    if (to_lose(edge) == 0) {
      node.to_win = 0;
      node.to_lose = kInfiniteNumber;
      return;
    }
    if (to_win(edge) == 0 || left == 0) continue;
    --left;
    least = std::min(least, to_lose(edge));
    sum += to_win(edge);
  }
  node.to_win = least;
  node.to_lose = static_cast<std::uint32_t>(std::min<std::uint64_t>(sum, kInfiniteNumber - 1));
}

}  // namespace isthmus
