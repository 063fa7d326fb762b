// The widest word of the target that is compiled for, by its 32-bit lanes: a SIMD register, or one
// lane where a target has none. For source files that Highway compiles once a target.

#if defined(ISTHMUS_ENGINE_LANE_WORD_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_LANE_WORD_HPP
#undef ISTHMUS_ENGINE_LANE_WORD_HPP
#else
#define ISTHMUS_ENGINE_LANE_WORD_HPP
#endif

#include <bit>
#include <cstdint>

#include <hwy/highway.h>

#include "engine/base/simd_word.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
#if HWY_TARGET == HWY_SCALAR
using LaneWord = std::uint32_t;
inline constexpr int kWordLanes = 1;

// The numbers first, first + 1, ... in the lanes.
inline LaneWord lanes_counting_from(std::uint32_t first) { return first; }

// From and to kWordLanes numbers.
inline LaneWord load_lanes(const std::uint32_t* lanes) { return *lanes; }
inline void store_lanes(LaneWord word, std::uint32_t* lanes) { *lanes = word; }

// How many bits are set, by lane.
inline LaneWord count_bits(LaneWord word) { return static_cast<LaneWord>(std::popcount(word)); }
#else
using LaneWord = SimdWord;
inline constexpr int kWordLanes = SimdWord::kLanes;

HWY_INLINE LaneWord lanes_counting_from(std::uint32_t first) {
  return LaneWord::counting_from(first);
}
HWY_INLINE LaneWord load_lanes(const std::uint32_t* lanes) {
  return LaneWord(hn::LoadU(LaneWord::Tag(), lanes));
}
HWY_INLINE void store_lanes(LaneWord word, std::uint32_t* lanes) {
  hn::StoreU(word.lanes, LaneWord::Tag(), lanes);
}
HWY_INLINE LaneWord count_bits(LaneWord word) { return LaneWord(hn::PopulationCount(word.lanes)); }
#endif

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
