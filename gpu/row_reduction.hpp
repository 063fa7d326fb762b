#pragma once

#include <array>
#include <cstdint>

#include "engine/host_device.hpp"
#include "engine/word.hpp"

// Majority reduction (majority_reduction.hpp) on whole rows of small boards, for boards too large
// for a thread to hold them cell by cell.
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

// How many boards of so many columns, from 1 to 32, have room in the words of a row.
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
    if (side - 2 < kPairedLevel) {
      reduce_levels<kPairedLevel, true>(words, side);
    } else {
      for (int level = side - 2; level > kPairedLevel; --level) {
        for (int i = 0; i < kRows; ++i) {
          reduce_row(words[i], [&](int k) { return i + 1 < kRows ? words[i + 1][k] : ~0u; });
        }
      }
      reduce_levels<kPairedLevel, false>(words, side);
    }
    return words[0][0];
  }

 private:
  static constexpr int kHalf = 16 * kRowWords / kBoards;  // columns
  static constexpr int kPair = kHalf / 2;
  // The first level after which two rows share words.
  static constexpr int kPairedLevel = kRows - kPair + kHalf - 1;

  // The first row that has half its words before a level.
  ISTHMUS_HOST_DEVICE static constexpr int first_short(int level) {
    return level > kHalf - 2 ? level + 2 - kHalf : 0;
  }

  template <class Below>
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static void reduce_row(std::uint32_t (&row)[kRowWords],
                                                            Below&& below) {
    const std::uint32_t right_of_last = row[0] << kBoards;
    for (int k = 0; k < kRowWords; ++k) {
      row[k] = majority(row[k], below(k), k + 1 < kRowWords ? row[k + 1] : right_of_last);
    }
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
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static void reduce_levels(Words& words, int side) {
    if constexpr (kLevel >= 0) {
      if (!kMayLack || kLevel <= side - 2) reduce_level<kLevel>(words);
      constexpr int kNext = kLevel + 1 - kHalf;
      if constexpr (kNext >= 0) {
        for (int k = 0; k < kRowWords; ++k) {
          words[kNext][k] =
              pair(words[kNext][k], kNext + kPair < kRows ? words[kNext + kPair][k] : ~0u);
        }
      }
      reduce_levels<kLevel - 1, kMayLack>(words, side);
    }
  }

  template <int kLevel>
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE static void reduce_level(Words& words) {
    constexpr int kShort = first_short(kLevel);
    constexpr bool kPaired = kShort + kPair <= kRows;
    constexpr int kEnd = kPaired ? kShort + kPair : kRows;
    // Below the last row in upper halves is the first in lower ones.
    std::uint32_t below_last[kRowWords];
    for (int k = 0; k < kRowWords; ++k) below_last[k] = kPaired ? words[kShort][k] << 16 : ~0u;
    for (int i = 0; i < kEnd && i <= kLevel; ++i) {
      reduce_row(words[i], [&](int k) { return i + 1 < kEnd ? words[i + 1][k] : below_last[k]; });
    }
  }
};

}  // namespace isthmus
