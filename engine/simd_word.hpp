// A SIMD register as a word of boards. For source files that Highway compiles once a target.

#if defined(ISTHMUS_ENGINE_SIMD_WORD_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_SIMD_WORD_HPP
#undef ISTHMUS_ENGINE_SIMD_WORD_HPP
#else
#define ISTHMUS_ENGINE_SIMD_WORD_HPP
#endif

#include <cstdint>

#include <hwy/highway.h>

#include "engine/host_device.hpp"
#include "engine/word.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
namespace hn = hwy::HWY_NAMESPACE;

// As many 32-bit lanes as the target has, each a group of 32 boards. Arithmetic is by lane.
struct SimdWord {
  using Tag = hn::CappedTag<std::uint32_t, 16>;
  using Vector = hn::VFromD<Tag>;
  static constexpr int kLanes = hn::MaxLanes(Tag());

  Vector lanes;  // zero in SimdWord{}, as in std::uint32_t{}

  SimdWord() = default;
  explicit SimdWord(Vector vector) : lanes(vector) {}
  explicit SimdWord(std::uint32_t lane) : lanes(hn::Set(Tag(), lane)) {}
  // The numbers first, first + 1, ... in the lanes.
  static SimdWord counting_from(std::uint32_t first) { return SimdWord(hn::Iota(Tag(), first)); }
};

HWY_INLINE SimdWord operator&(SimdWord a, SimdWord b) {
  return SimdWord(hn::And(a.lanes, b.lanes));
}
HWY_INLINE SimdWord operator|(SimdWord a, SimdWord b) { return SimdWord(hn::Or(a.lanes, b.lanes)); }
HWY_INLINE SimdWord operator^(SimdWord a, SimdWord b) {
  return SimdWord(hn::Xor(a.lanes, b.lanes));
}
HWY_INLINE SimdWord operator~(SimdWord a) { return SimdWord(hn::Not(a.lanes)); }
HWY_INLINE SimdWord operator+(SimdWord a, SimdWord b) {
  return SimdWord(hn::Add(a.lanes, b.lanes));
}
HWY_INLINE SimdWord operator*(SimdWord a, SimdWord b) {
  return SimdWord(hn::Mul(a.lanes, b.lanes));
}
template <int kBits>
HWY_INLINE SimdWord shift_left(SimdWord a) {
  return SimdWord(hn::ShiftLeft<kBits>(a.lanes));
}
template <int kBits>
HWY_INLINE SimdWord shift_right(SimdWord a) {
  return SimdWord(hn::ShiftRight<kBits>(a.lanes));
}
HWY_INLINE SimdWord exclusive_or(SimdWord a, SimdWord b, SimdWord c) {
  return SimdWord(hn::Xor3(a.lanes, b.lanes, c.lanes));
}
#if HWY_TARGET <= HWY_AVX3
// One instruction, where g++ makes three of and, or and and.
HWY_INLINE SimdWord majority(SimdWord a, SimdWord b, SimdWord c) {
  return SimdWord(
      SimdWord::Vector{_mm512_ternarylogic_epi32(a.lanes.raw, b.lanes.raw, c.lanes.raw, 0xe8)});
}
#endif
HWY_INLINE bool any(SimdWord a) {
  return !hn::AllTrue(SimdWord::Tag(), hn::Eq(a.lanes, hn::Zero(SimdWord::Tag())));
}

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
