// A SIMD register as a word of boards. For source files that Highway compiles once a target.

#if defined(ISTHMUS_ENGINE_SIMD_WORD_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_SIMD_WORD_HPP
#undef ISTHMUS_ENGINE_SIMD_WORD_HPP
#else
#define ISTHMUS_ENGINE_SIMD_WORD_HPP
#endif

#include <cstdint>

#include <hwy/highway.h>

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
namespace hn = hwy::HWY_NAMESPACE;

// As many 32-bit lanes as the target has and kMaxLanes allows, each a group of 32 boards.
// Arithmetic is by lane.
template <int kMaxLanes>
struct SimdLanes {
  using Tag = hn::CappedTag<std::uint32_t, kMaxLanes>;
  using Vector = hn::VFromD<Tag>;
  static constexpr int kLanes = hn::MaxLanes(Tag());

  Vector lanes;  // zero in SimdLanes{}, as in std::uint32_t{}

  SimdLanes() = default;
  explicit SimdLanes(Vector vector) : lanes(vector) {}
  explicit SimdLanes(std::uint32_t lane) : lanes(hn::Set(Tag(), lane)) {}
  // The numbers first, first + 1, ... in the lanes.
  static SimdLanes counting_from(std::uint32_t first) { return SimdLanes(hn::Iota(Tag(), first)); }
};
using SimdWord = SimdLanes<16>;

template <int kN>
HWY_INLINE SimdLanes<kN> operator&(SimdLanes<kN> a, SimdLanes<kN> b) {
  return SimdLanes<kN>(hn::And(a.lanes, b.lanes));
}
template <int kN>
HWY_INLINE SimdLanes<kN> operator|(SimdLanes<kN> a, SimdLanes<kN> b) {
  return SimdLanes<kN>(hn::Or(a.lanes, b.lanes));
}
template <int kN>
HWY_INLINE SimdLanes<kN> operator^(SimdLanes<kN> a, SimdLanes<kN> b) {
  return SimdLanes<kN>(hn::Xor(a.lanes, b.lanes));
}
template <int kN>
HWY_INLINE SimdLanes<kN> operator~(SimdLanes<kN> a) {
  return SimdLanes<kN>(hn::Not(a.lanes));
}
template <int kN>
HWY_INLINE SimdLanes<kN> operator+(SimdLanes<kN> a, SimdLanes<kN> b) {
  return SimdLanes<kN>(hn::Add(a.lanes, b.lanes));
}
template <int kN>
HWY_INLINE SimdLanes<kN> operator*(SimdLanes<kN> a, SimdLanes<kN> b) {
  return SimdLanes<kN>(hn::Mul(a.lanes, b.lanes));
}
template <int kBits, int kN>
HWY_INLINE SimdLanes<kN> shift_left(SimdLanes<kN> a) {
  return SimdLanes<kN>(hn::ShiftLeft<kBits>(a.lanes));
}
template <int kBits, int kN>
HWY_INLINE SimdLanes<kN> shift_right(SimdLanes<kN> a) {
  return SimdLanes<kN>(hn::ShiftRight<kBits>(a.lanes));
}
template <int kN>
HWY_INLINE SimdLanes<kN> exclusive_or(SimdLanes<kN> a, SimdLanes<kN> b, SimdLanes<kN> c) {
  return SimdLanes<kN>(hn::Xor3(a.lanes, b.lanes, c.lanes));
}
#if HWY_TARGET <= HWY_AVX3
// One instruction, where g++ makes three of and, or and and.
HWY_INLINE SimdWord majority(SimdWord a, SimdWord b, SimdWord c) {
  return SimdWord(
      SimdWord::Vector{_mm512_ternarylogic_epi32(a.lanes.raw, b.lanes.raw, c.lanes.raw, 0xe8)});
}
#endif
template <int kN>
HWY_INLINE bool any(SimdLanes<kN> a) {
  using Tag = typename SimdLanes<kN>::Tag;
  return !hn::AllTrue(Tag(), hn::Eq(a.lanes, hn::Zero(Tag())));
}

HWY_INLINE std::uint32_t first_lane(SimdWord word) { return hn::GetLane(word.lanes); }

#if HWY_TARGET != HWY_SCALAR
// Four lanes make a quarter of a unit.
template <>
struct QuarterOf<SimdWord> {
  using Type = SimdLanes<4>;
  static constexpr int kCount = SimdWord::kLanes / Type::kLanes;
  static_assert(Type::kLanes == 4);
};
HWY_INLINE SimdLanes<4> get_quarter(const SimdWord& word, int number) {
  const auto* lanes = reinterpret_cast<const std::uint32_t*>(&word.lanes) + 4 * number;
  return SimdLanes<4>(hn::LoadU(SimdLanes<4>::Tag(), lanes));
}
HWY_INLINE void set_quarter(SimdWord& word, int number, SimdLanes<4> quarter) {
  auto* lanes = reinterpret_cast<std::uint32_t*>(&word.lanes) + 4 * number;
  hn::StoreU(quarter.lanes, SimdLanes<4>::Tag(), lanes);
}
#endif

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
