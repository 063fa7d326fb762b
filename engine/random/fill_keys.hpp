#pragma once

#include <array>
#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus {

// What the seed of a FillTask turns into: the keys of all its random numbers.
//
// Fill f of a task is bit f % 32 of group f / 32. Each group has one or several generators of its
// own (Xorwow), generator_count() of them, so that several threads can draw a large board. The
// first gives one word for each bridge; then all take turns to give one for each single empty cell
// in increasing order: the n-th, counted from 0, gets a word of generator n % generator_count().
// Each unit of kFillsPerUnit fills has an order of its own (FillOrder); see mixing_shift() too. So
// what is counted depends on the task alone, not on the width of the words.
struct FillKeys {
  ISTHMUS_HOST_DEVICE explicit FillKeys(std::uint64_t seed) {
    SplitMix64 next(seed);
    for (std::uint32_t& word : state) word = static_cast<std::uint32_t>(next() >> 32);
    weyl = static_cast<std::uint32_t>(next() >> 32);
    order = next();
  }

  std::uint32_t state[5];
  std::uint32_t weyl;
  std::uint64_t order;
};

// How many generators a group of fills has, on boards with that many rows or columns, whichever are
// more: the least power of two with no more than 128 cells of the square board for each.
inline constexpr int kMaxGenerators = 8;
ISTHMUS_HOST_DEVICE constexpr int generator_count(int side) {
  int count = 1;
  while (side * side > 128 * count) count *= 2;
  return count;
}

// Where few single cells are left, fills of a unit that put their cells right in one order would be
// much alike: a unit of 512 counts for as much as 350 independent ones with 81 cells left, and as
// 195 with 41. So they are mixed: up to this many single cells, each quarter of a unit shifts the
// cells that the order gives, and a unit counts for 450 and 375. (On larger boards that would cost
// more than it brings.)
inline constexpr int kMixedCells = 80;

// What a group of a unit, 0 to 15, adds to the numbers of cells that the order gives, modulo their
// count: the numbers are places in the list of the single cells.
ISTHMUS_HOST_DEVICE constexpr int mixing_shift(int count, int group) {
  return count <= kMixedCells ? group / 4 * count / 4 : 0;
}

}  // namespace isthmus
