#include "engine/tree.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

namespace isthmus {

namespace {

// Edges hold atomics and cannot be assigned; this runs only while no thread searches.
void copy(const Edge& from, Edge& to) {
  to.units.store(from.units.load(std::memory_order_relaxed), std::memory_order_relaxed);
  to.visits.store(from.visits.load(std::memory_order_relaxed), std::memory_order_relaxed);
  to.first_child = from.first_child;
  to.move = from.move;
  to.prior_units = from.prior_units;
  to.children = from.children;
  to.proof.store(from.proof.load(std::memory_order_relaxed), std::memory_order_relaxed);
  to.state.store(from.state.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

}  // namespace

void Tree::Free::operator()(Edge* edges) const { std::free(edges); }

Tree::Tree(std::size_t bytes)
    // Indices are 32 bits wide.
    : capacity_(std::clamp<std::size_t>(bytes / sizeof(Edge), 1, UINT32_MAX)),
      // Untouched pages of a large malloc cost nothing until edges are made in them.
      edges_(static_cast<Edge*>(std::malloc(capacity_ * sizeof(Edge)))) {
  if (!edges_) throw std::bad_alloc();
  clear();
}

std::optional<std::uint32_t> Tree::allocate(std::uint16_t count) {
  std::size_t first = used_.load(std::memory_order_relaxed);
  do {
    if (first + count > capacity_) return std::nullopt;
  } while (!used_.compare_exchange_weak(first, first + count, std::memory_order_relaxed));
  for (std::size_t i = first; i < first + count; ++i) new (edges_.get() + i) Edge;
  return static_cast<std::uint32_t>(first);
}

void Tree::clear() {
  new (edges_.get()) Edge;
  used_.store(1, std::memory_order_relaxed);
}

void Tree::keep(const Edge& child) {
  copy(child, root());

  // The blocks that stay, each with the edge that refers to it.
  struct Block {
    std::uint32_t first;
    std::uint16_t count;
    std::uint32_t parent;
  };
  std::vector<Block> blocks;
  const auto add_block_of = [&](std::uint32_t parent) {
    const Edge& edge = edges_[parent];
    if (edge.children > 0) blocks.push_back({edge.first_child, edge.children, parent});
  };
  add_block_of(0);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Block block = blocks[i];
    for (std::uint32_t e = block.first; e < block.first + block.count; ++e) add_block_of(e);
  }

  // Slide them down in the order of memory. A block lies behind its parent's, which has therefore
  // been moved before it: where to, its first edge's old place tells.
  std::sort(blocks.begin(), blocks.end(),
            [](const Block& a, const Block& b) { return a.first < b.first; });
  std::vector<std::uint32_t> moved_to(blocks.size());
  std::uint32_t used = 1;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Block& block = blocks[i];
    moved_to[i] = used;
    std::uint32_t parent = 0;
    if (block.parent != 0) {
      const auto after = std::upper_bound(
          blocks.begin(), blocks.end(), block.parent,
          [](std::uint32_t edge, const Block& other) { return edge < other.first; });
      const auto holder = static_cast<std::size_t>(after - blocks.begin()) - 1;
      parent = moved_to[holder] + (block.parent - blocks[holder].first);
    }
    edges_[parent].first_child = used;
    for (std::uint32_t k = 0; k < block.count; ++k) {
      copy(edges_[block.first + k], edges_[used + k]);
    }
    used += block.count;
  }
  used_.store(used, std::memory_order_relaxed);
}

}  // namespace isthmus
