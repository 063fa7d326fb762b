#pragma once

#include <cstdint>

#include "engine/captures/capture_random.hpp"

namespace isthmus {

// A bit of a set of cells in words of 32 bits: the `nth` of those of word `word`, which is `bits`.
struct DrawnBit {
  std::uint32_t bits;
  int word;
  std::uint32_t nth;
};

// The bit that has `number` bits of the set before it; `counts` are those of its words.
template <int kWords, class Words>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE DrawnBit find_bit(const Words& words,
                                                     const std::uint32_t (&counts)[kWords],
                                                     std::uint32_t number) {
  std::uint32_t skipped = 0, before = 0;
  DrawnBit found{words[0], 0, 0};
  ISTHMUS_UNROLL
  for (int i = 1; i < kWords; ++i) {
    before += counts[i - 1];
    if (number >= before) {
      found.bits = words[i];
      found.word = i;
      skipped = before;
    }
  }
  found.nth = number - skipped;
  return found;
}

// Draws one of `total` bits of a set by one number, as CaptureTask does.
template <int kWords, class Words>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE DrawnBit draw_bit(const Words& words,
                                                     const std::uint32_t (&counts)[kWords],
                                                     std::uint32_t total, CaptureRandom& random) {
  return find_bit(words, counts, random.below(total));
}

}  // namespace isthmus
