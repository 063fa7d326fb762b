// The random numbers of playouts that end with a shape.

#if defined(ISTHMUS_ENGINE_SHAPE_DRAW_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_SHAPE_DRAW_HPP
#undef ISTHMUS_ENGINE_SHAPE_DRAW_HPP
#else
#define ISTHMUS_ENGINE_SHAPE_DRAW_HPP
#endif

#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"
#include "engine/shapes/shape_plan.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// The random word of a counter, in each 32-bit lane: MurmurHash3's mixer (Austin Appleby, public
// domain) with a key before it and one within. `low` and `high` are those of ShapeKeys.
template <class Word>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word shape_random(Word counter, Word low, Word high) {
  Word word = counter * Word(0x9e3779b9u) + low;
  word = ((word ^ shift_right<16>(word)) * Word(0x85ebca6bu)) ^ high;
  word = (word ^ shift_right<13>(word)) * Word(0xc2b2ae35u);
  return word ^ shift_right<16>(word);
}

// Puts the cells of a unit into their order, by Fisher and Yates: get(i) and set(i, cell) are for
// place i.
template <class Get, class Set>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void shuffle_cells(const ShapeKeys& keys, int count, Get&& get,
                                                      Set&& set) {
  constexpr std::uint32_t kOrder = 1u << 31;  // counters from here on; those of coins are below
  for (int i = count - 1; i > 0; --i) {
    const auto range = static_cast<std::uint32_t>(i);
    const std::uint64_t draw = shape_random(kOrder + range, keys.low, keys.high);
    const int j = static_cast<int>((draw * (range + 1)) >> 32);
    const auto cell = get(i);
    set(i, get(j));
    set(j, cell);
  }
}

// The coins of a playout come in words of 32, those of even pairs apart from those of odd ones, so
// that two can share the work: that of pair p is bit p / 2 % 32 of this word.
ISTHMUS_HOST_DEVICE constexpr int coin_word(int pair) { return 2 * (pair / 64) + pair % 2; }
inline constexpr std::uint32_t kCoinWords = 16;  // more than any board needs
static_assert(coin_word(361) < static_cast<int>(kCoinWords));

// Turns 32 words of one bit for each board into a word for each board, and back: in every lane,
// bit i of word j changes places with bit j of word i.
template <int kStep = 16, class Word>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void transpose_bits(Word* words) {
  constexpr std::uint32_t kLow = kStep == 16  ? 0x0000ffffu
                                 : kStep == 8 ? 0x00ff00ffu
                                 : kStep == 4 ? 0x0f0f0f0fu
                                 : kStep == 2 ? 0x33333333u
                                              : 0x55555555u;
  const Word low(kLow);
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int i = 0; i < 32; ++i) {
    if ((i & kStep) != 0) continue;
    const Word a = words[i], b = words[i + kStep];
    words[i] = (a & low) | (shift_left<kStep>(b) & ~low);
    words[i + kStep] = (shift_right<kStep>(a) & low) | (b & ~low);
  }
  if constexpr (kStep > 1) transpose_bits<kStep / 2>(words);
}

// A word of coins for those playouts that begin: bit i of them is the next playout of the unit, in
// the order of bits, from number `next` on. Afterwards words[p / 2 % 32] has the coins of pair p.
template <class Word>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void draw_coins(int coin_word, Word fresh, Word next, Word low,
                                                   Word high, Word* words) {
  const Word one(1u);
  Word counter = next * Word(kCoinWords) + Word(static_cast<std::uint32_t>(coin_word));
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int i = 0; i < 32; ++i) {
    words[i] = shape_random(counter, low, high);
    counter = counter + (fresh & one) * Word(kCoinWords);
    fresh = shift_right<1>(fresh);
  }
  transpose_bits(words);
}

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
