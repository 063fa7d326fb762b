#pragma once

#include <array>
#include <cstdint>

#include "engine/host_device.hpp"
#include "engine/word.hpp"

// Majority reduction (majority_reduction.hpp) on whole rows of small boards, for boards too large
// for a thread to hold them cell by cell.
//
// A word holds one row of a few boards, column by column from the highest bit down: bit b of the p
// bits of a column is that of board b. The cell to the right thus comes to its place by a shift to
// the left by p, which a GPU does by multiplying, beside its logic. What lies to the right of the
// boards is zero, white; rows below them are ones, black.

namespace isthmus {

// The rows for which there are kernels. Boards take the first that they do not exceed: what is
// below them is black.
inline constexpr std::array kReducedRows = {8, 12, 16, 20, 24, 28, 32};

// How many boards of so many columns, from 1 to 32, are reduced in one word a row.
constexpr int boards_a_word(int columns) { return columns > 16 ? 1 : columns > 8 ? 2 : 4; }

// Takes kBoards boards a word, of at most kRows rows, down to one cell.
//
// At level n a row i has n + 1 - i cells that still count. So those that fill no more than half a
// word share one: row i has the upper half of word i, and row i + kPair, where that is among them,
// the lower half. From level to level one more row becomes short enough. It meets in its word the
// row that has just come up from half a word further down.
template <int kRows, int kBoards>
class RowReduction {
 public:
  // Reduces boards of the reduction side `side`; the words are used up. The winners are in the
  // kBoards highest bits of the result: ones where Black is connected.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static std::uint32_t run(std::uint32_t (&words)[kRows],
                                                              int side) {
    if (side - 2 < kPairedLevel) {
      reduce_levels<kPairedLevel, true>(words, side);
    } else {
      for (int level = side - 2; level > kPairedLevel; --level) {
        for (int i = 0; i < kRows; ++i) reduce(words[i], i + 1 < kRows ? words[i + 1] : ~0u);
      }
      reduce_levels<kPairedLevel, false>(words, side);
    }
    return words[0];
  }

 private:
  static constexpr int kHalf = 16 / kBoards;  // columns
  static constexpr int kPair = kHalf / 2;
  // The first level after which two rows share a word.
  static constexpr int kPairedLevel = kRows - kPair + kHalf - 1;

  // The first row that is in half a word before a level.
  ISTHMUS_HOST_DEVICE static constexpr int first_short(int level) {
    return level > kHalf - 2 ? level + 2 - kHalf : 0;
  }

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static void reduce(std::uint32_t& row, std::uint32_t below) {
    row = majority(row, below, row << kBoards);
  }

  // The upper halves of two words.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static std::uint32_t pair(std::uint32_t upper,
                                                               std::uint32_t lower) {
#ifdef __CUDA_ARCH__
    return __byte_perm(lower, upper, 0x7632);  // one instruction, where nvcc makes two
#else
    return (upper & 0xffff0000u) | lower >> 16;
#endif
  }

  // All levels from kLevel on, less those that `side` has not where kMayLack. By recursion, as in
  // register_reduction.cuh.
  template <int kLevel, bool kMayLack>
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static void reduce_levels(std::uint32_t (&words)[kRows],
                                                               int side) {
    if constexpr (kLevel >= 0) {
      if (!kMayLack || kLevel <= side - 2) reduce_level<kLevel>(words);
      constexpr int kNext = kLevel + 1 - kHalf;
      if constexpr (kNext >= 0) {
        words[kNext] = pair(words[kNext], kNext + kPair < kRows ? words[kNext + kPair] : ~0u);
      }
      reduce_levels<kLevel - 1, kMayLack>(words, side);
    }
  }

  template <int kLevel>
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static void reduce_level(std::uint32_t (&words)[kRows]) {
    constexpr int kShort = first_short(kLevel);
    constexpr int kEnd = kShort + kPair < kRows ? kShort + kPair : kRows;
    // Below the last row in an upper half is the first in a lower one.
    const std::uint32_t below_last = kShort + kPair <= kRows ? words[kShort] << 16 : ~0u;
    for (int i = 0; i < kEnd && i <= kLevel; ++i) {
      reduce(words[i], i + 1 < kEnd ? words[i + 1] : below_last);
    }
  }
};

}  // namespace isthmus
