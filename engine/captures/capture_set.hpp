// Sets of cells of boards with captures, in words: a std::uint32_t, or a SIMD register of them
// (simd_word.hpp), each lane a board.

#if defined(ISTHMUS_ENGINE_CAPTURE_SET_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_CAPTURE_SET_HPP
#undef ISTHMUS_ENGINE_CAPTURE_SET_HPP
#else
#define ISTHMUS_ENGINE_CAPTURE_SET_HPP
#endif

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"
#include "engine/captures/capture_shape.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
template <class Word, class Shape>
struct CaptureSet {
  Word words[Shape::kWords];

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word& operator[](int i) { return words[i]; }
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE const Word& operator[](int i) const { return words[i]; }

  // The rows above, and below, those of a word. Where there is none, bits beyond the board.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word above(int i) const {
    return i > 0 ? words[i - 1] : shift_left<Shape::kPitch>(words[Shape::kWords - 1]);
  }
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word below(int i) const {
    return i + 1 < Shape::kWords ? words[i + 1] : shift_right<Shape::kPitch>(words[0]);
  }
};

// What has a neighbour in the set. Bits beyond the board come out as anything.
template <class Word, class Shape>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE CaptureSet<Word, Shape> neighbours(
    const CaptureSet<Word, Shape>& set) {
  CaptureSet<Word, Shape> result;
  ISTHMUS_UNROLL
  for (int i = 0; i < Shape::kWords; ++i) {
    result[i] = shift_left<1>(set[i]) | shift_right<1>(set[i]) | set.above(i) | set.below(i);
  }
  return result;
}

// Grows a word of a set into the domain.
template <class Word, class Shape>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void grow_word(CaptureSet<Word, Shape>& set,
                                                  const CaptureSet<Word, Shape>& domain, int i) {
  const Word& room = domain[i];
  Word word = set[i] | ((set.above(i) | set.below(i)) & room);
  word = (room & ~(room + word)) | word;
  set[i] = word | (shift_right<1>(word) & room);
}

// Grows a set, a part of the domain, into the domain: from word to word down and up again, and in
// each all along the row to its right, by the carries of a sum, and by a cell to its left. Returns
// what is set where it grew; a set that does not grow is made of whole groups of the domain.
template <class Word, class Shape>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word grow(CaptureSet<Word, Shape>& set,
                                             const CaptureSet<Word, Shape>& domain) {
  const CaptureSet<Word, Shape> before = set;
  ISTHMUS_UNROLL
  for (int i = 0; i < Shape::kWords; ++i) grow_word(set, domain, i);
  ISTHMUS_UNROLL
  for (int i = Shape::kWords - 2; i >= 0; --i) grow_word(set, domain, i);
  Word growth = Word();
  ISTHMUS_UNROLL
  for (int i = 0; i < Shape::kWords; ++i) growth = growth | (set[i] ^ before[i]);
  return growth;
}

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
