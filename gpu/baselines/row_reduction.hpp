#pragma once

#include <array>
#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"

// Reference: majority_reduction() (engine/playout), which names the others. This one works on whole
// rows of a few boards, where those have a word a cell: for boards too large for a thread to hold
// them cell by cell (register_reduction()), without other lanes' help (LaneGroupReduction).
//
// Two words hold one row of a few boards: one the even columns, one the odd, from the highest bit
// down, and bit b of the kBoards bits of a column is that of board b. To the right of an even
// column is thus the same place of the odd word. To the right of an odd one is the even word
// shifted to the left, which a GPU does by multiplying, beside its logic. What lies to the right of
// the boards is zero, white; rows below them are ones, black.

namespace isthmus {

// The rows for which there are kernels. Boards take the first that they do not exceed: what is
// below them is black.
inline constexpr std::array kReducedRows = {8, 12, 16, 20, 24, 28, 32};

// How many boards of `columns` columns, from 1 to 32, have room in the words of a row.
constexpr int boards_a_row(int columns) { return columns > 16 ? 2 : columns > 8 ? 4 : 8; }

// The words of a row.
inline constexpr int kRowWords = 2;

// Takes kBoards boards, of at most kRows rows, down to one cell.
//
// At level n a row i has n + 1 - i cells that still count. Rows that fill no more than half their
// words share them: row i has the upper halves, and row i + kPair the lower ones. From level to
// level one more row becomes short enough, and takes in the one kPair below it.
template <int kRows, int kBoards>
class RowReduction {
 public:
  using Words = std::uint32_t[kRows][kRowWords];

  // Reduces boards of the reduction side `side`; the words are used up. The winners are in the
  // kBoards highest bits of the result: ones where Black is connected.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static std::uint32_t run(Words& words, int side) {
    int level = side - 2;
    const std::uint32_t black[kRowWords] = {~0u, ~0u};
    for (; level > kPairedLevel; --level) reduce_rows(words, kRows, kRows, black);
#ifdef __CUDA_ARCH__
    // Unless its checks for levels that a board lacks go, they take time.
    if (level == kPairedLevel) {
      reduce_levels<kPairedLevel, false>(words, side);
    } else {
      reduce_levels<kPairedLevel, true>(words, side);
    }
#else
    for (level = kPairedLevel; level >= 0; --level) {
      if (level <= side - 2) reduce_level(words, level);
      pair_rows(words, level);
    }
#endif
    return words[0][0];
  }

 private:
  static constexpr int kHalf = 16 * kRowWords / kBoards;  // columns
  static constexpr int kPair = kHalf / 2;
  // The first level after which two rows share words.
  static constexpr int kPairedLevel = kRows - kPair + kHalf - 1;

  // Reduces the first `count` of `end` rows by one level; what is below the last of all is given.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static void reduce_rows(
      Words& words, int count, int end, const std::uint32_t (&below_end)[kRowWords]) {
    for (int i = 0; i < count; ++i) {
      const std::uint32_t* below = i + 1 < end ? words[i + 1] : below_end;
      const std::uint32_t right_of_odd = words[i][0] << kBoards;
      words[i][0] = majority(words[i][0], below[0], words[i][1]);
      words[i][1] = majority(words[i][1], below[1], right_of_odd);
    }
  }

  // One of the levels where rows are paired. Below the last in upper halves is the first in lower
  // ones.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static void reduce_level(Words& words, int level) {
    const int first_short = level > kHalf - 2 ? level + 2 - kHalf : 0;
    const bool are_paired = first_short + kPair <= kRows;
    const int end = are_paired ? first_short + kPair : kRows;
    std::uint32_t below_end[kRowWords];
    for (int k = 0; k < kRowWords; ++k) {
      below_end[k] = are_paired ? words[first_short][k] << 16 : ~0u;
    }
    reduce_rows(words, end <= level ? end : level + 1, end, below_end);
  }

  // After such a level, puts the row that is short enough from then on together with its pair.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static void pair_rows(Words& words, int level) {
    const int upper = level + 1 - kHalf;
    if (upper < 0) return;
    for (int k = 0; k < kRowWords; ++k) {
      words[upper][k] =
          upper_halves(words[upper][k], upper + kPair < kRows ? words[upper + kPair][k] : ~0u);
    }
  }

  // The upper halves of two words.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static std::uint32_t upper_halves(std::uint32_t upper,
                                                                       std::uint32_t lower) {
#ifdef __CUDA_ARCH__
    return __byte_perm(lower, upper, 0x7632);  // one instruction, where nvcc makes two
#else
    return (upper & 0xffff0000u) | lower >> 16;
#endif
  }

#ifdef __CUDA_ARCH__
  // All levels from kLevel on, less those that `side` has not where kMayLack. By recursion, as in
  // register_reduction.cuh.
  template <int kLevel, bool kMayLack>
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static void reduce_levels(Words& words, int side) {
    if constexpr (kLevel >= 0) {
      if (!kMayLack || kLevel <= side - 2) reduce_level(words, kLevel);
      pair_rows(words, kLevel);
      reduce_levels<kLevel - 1, kMayLack>(words, side);
    }
  }
#endif
};

}  // namespace isthmus
