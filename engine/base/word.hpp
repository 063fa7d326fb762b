// Logic on words. A word holds one bit of each of many boards: a std::uint32_t or std::uint64_t,
// or a SIMD register (simd_word.hpp).

#if defined(ISTHMUS_ENGINE_WORD_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_WORD_HPP
#undef ISTHMUS_ENGINE_WORD_HPP
#else
#define ISTHMUS_ENGINE_WORD_HPP
#endif

#include <cstdint>

#include "engine/base/host_device.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// A word with the same bit for all boards.
template <class Word>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word uniform_word(bool bit) {
  return bit ? ~Word{} : Word{};
}

// Whether the bit is set for any board.
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE bool any(std::uint32_t word) { return word != 0; }
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE bool any(std::uint64_t word) { return word != 0; }

// The first 32-bit lane.
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE std::uint32_t first_lane(std::uint32_t word) { return word; }

// A word of the groups of boards in one quarter of a unit of fills, and how many of these a word
// has, one after the other.
template <class Word>
struct QuarterOf {
  using Type = Word;
  static constexpr int kCount = 1;
};
template <class Word>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word get_quarter(const Word& word, int) {
  return word;
}
template <class Word>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void set_quarter(Word& word, int, Word quarter) {
  word = quarter;
}

// Shifts of every 32-bit lane.
template <int kBits>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE std::uint32_t shift_left(std::uint32_t word) {
  return word << kBits;
}
template <int kBits>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE std::uint32_t shift_right(std::uint32_t word) {
  return word >> kBits;
}

template <class Word>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word majority(Word a, Word b, Word c) {
#ifdef __CUDA_ARCH__
  if constexpr (sizeof(Word) == sizeof(std::uint32_t)) {
    Word result;  // one instruction, where nvcc makes two of the expression below
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
    return result;
  }
#endif
  return (a & b) | (c & (a | b));
}

template <class Word>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word exclusive_or(Word a, Word b, Word c) {
  return a ^ b ^ c;
}

// A full adder: leaves the sum's low bit in `a` and returns the carry.
template <class Word>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word full_add(Word& a, Word b, Word c) {
  const Word carry = majority(a, b, c);
  a = exclusive_or(a, b, c);
  return carry;
}

// A half adder, in the same form.
template <class Word>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word half_add(Word& a, Word b) {
  const Word carry = a & b;
  a = a ^ b;
  return carry;
}

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
