#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace isthmus {

// Disjoint sets of the numbers below `count`, at most kCapacity of them, with union by size and
// path halving (Tarjan and van Leeuwen 1984).
template <std::size_t kCapacity>
class UnionFind {
 public:
  explicit UnionFind(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      parents_[i] = static_cast<std::uint16_t>(i);
      sizes_[i] = 1;
    }
  }

  // The number that stands for the set of i.
  std::size_t find(std::size_t i) {
    while (parents_[i] != i) {
      parents_[i] = parents_[parents_[i]];
      i = parents_[i];
    }
    return i;
  }

  // Unites the sets of a and b. Returns false where they are one already.
  bool unite(std::size_t a, std::size_t b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    if (sizes_[a] < sizes_[b]) {
      const std::size_t smaller = a;
      a = b;
      b = smaller;
    }
    parents_[b] = static_cast<std::uint16_t>(a);
    sizes_[a] = static_cast<std::uint16_t>(sizes_[a] + sizes_[b]);
    return true;
  }

 private:
  static_assert(kCapacity < 65536);
  std::array<std::uint16_t, kCapacity> parents_;
  std::array<std::uint16_t, kCapacity> sizes_;
};

}  // namespace isthmus
