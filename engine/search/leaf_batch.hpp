#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/board/position.hpp"
#include "engine/search/puct.hpp"
#include "engine/search/tree.hpp"

namespace isthmus {

// What one thread gathers in a search tree to have it judged together: leaves, and the edges on the
// ways to them, each once however many ways lead over it. A tree counts a visit of each way at its
// edges when it is gathered, and adds what came of all of them when they are backed up: so that
// threads seldom write the same edges.
class LeafBatch {
 public:
  struct Leaf {
    Position position;
    std::uint32_t node = 0;   // of its edge
    std::uint32_t depth = 0;  // edges between it and the root
  };

  // At most `capacity` leaves, which stay where they are.
  explicit LeafBatch(std::size_t capacity) : leaves_(capacity) {}

  std::size_t size() const { return size_; }
  const Leaf& operator[](std::size_t i) const { return leaves_[i]; }

 private:
  friend class SearchTree;

  // An edge, with all that was gathered over it. Its parent's index is less than its own; the
  // root's is 0.
  struct Node {
    Edge* edge;
    std::uint32_t parent;
    std::uint32_t visits;
    // Sums of results, each rounded by itself, for the player of the edge's move and for the other.
    std::int64_t units = 0;
    std::int64_t units_of_other = 0;
  };

  std::vector<Leaf> leaves_;
  std::size_t size_ = 0;
  std::vector<Node> nodes_;
  std::vector<ChosenChild> chosen_;  // a stack: those that are still to be followed
};

}  // namespace isthmus
