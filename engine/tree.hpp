#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "engine/move.hpp"
#include "engine/proof.hpp"

namespace isthmus {

// A move in the tree, and at once the position that it leads to. Threads share edges: what changes
// during a search is atomic, the rest is written before `state` says expanded.
struct Edge {
  enum class State : std::uint8_t { leaf, expanding, expanded };

  // Results are sums of whole units, so that they do not depend on the order of the additions.
  static constexpr double kUnitsPerWin = 1 << 24;
  static constexpr double kPriorUnits = 65535;

  std::atomic<std::int64_t> units{0};    // results for the player of the move
  std::atomic<std::uint32_t> visits{0};  // those under way included: so far they count as lost
  std::uint32_t first_child = 0;         // index of the first of the moves from here
  Move move;
  std::uint16_t prior_units = 0;
  std::uint16_t children = 0;
  std::atomic<Proof> proof{Proof::unknown};  // for the player of the move
  std::atomic<State> state{State::leaf};

  double prior() const { return prior_units / kPriorUnits; }
  // The mean result for the player of the move. Only where visits > 0.
  double mean() const {
    return static_cast<double>(units.load(std::memory_order_relaxed)) / kUnitsPerWin /
           visits.load(std::memory_order_relaxed);
  }
  bool is_expanded() const { return state.load(std::memory_order_acquire) == State::expanded; }
};

static_assert(sizeof(Edge) == 24);

// The edges of one search, in blocks of siblings, within a fixed amount of memory that is taken
// from the system as it is used. Edge 0 is the root: the move that led to the root position.
class Tree {
 public:
  // Holds at most `bytes` of edges, and always the root.
  explicit Tree(std::size_t bytes);

  Edge& root() { return edges_[0]; }
  const Edge& root() const { return edges_[0]; }
  std::span<Edge> children(const Edge& edge) {
    return {edges_.get() + edge.first_child, edge.children};
  }
  std::span<const Edge> children(const Edge& edge) const {
    return {edges_.get() + edge.first_child, edge.children};
  }

  // A block of `count` new edges that nothing refers to yet; nothing where the memory is full.
  // May be called from several threads at once.
  std::optional<std::uint32_t> allocate(std::uint16_t count);
  Edge& at(std::uint32_t index) { return edges_[index]; }

  // Forgets everything.
  void clear();
  // Makes a child of the root the root, and frees all that is not below it. The order of blocks in
  // memory stays, so that a tree that was built in one order repeats exactly.
  void keep(const Edge& child);

  std::size_t size() const { return used_.load(std::memory_order_relaxed); }
  std::size_t capacity() const { return capacity_; }

 private:
  struct Free {
    void operator()(Edge* edges) const;
  };

  std::size_t capacity_;
  std::unique_ptr<Edge[], Free> edges_;
  std::atomic<std::size_t> used_{1};
};

}  // namespace isthmus
