// Counting by logic alone: how many of some words have a bit set, for all boards at once.

#if defined(ISTHMUS_ENGINE_SLICED_COUNTER_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_SLICED_COUNTER_HPP
#undef ISTHMUS_ENGINE_SLICED_COUNTER_HPP
#else
#define ISTHMUS_ENGINE_SLICED_COUNTER_HPP
#endif

#include "engine/host_device.hpp"
#include "engine/word.hpp"

ISTHMUS_WORDS_BEGIN

// A number for each board, sliced by bit: plane i holds bit i of all of them. It counts in a
// tree of carry-save adders: n words cost about n full adders, where a ripple would cost n log n.
template <class Word>
class SlicedCounter {
 public:
  // Numbers are modulo 2^kPlanes. Enough for -1024 to 1024 in two's complement.
  static constexpr int kPlanes = 12;

  // Every board's number is `start` at first.
  ISTHMUS_HOST_DEVICE explicit SlicedCounter(int start) {
    for (int i = 0; i < kPlanes; ++i) planes_[i] = uniform_word<Word>((start >> i) & 1);
  }

  // Adds the bits of eight words. At most 128 times.
  ISTHMUS_HOST_DEVICE void add_eight(const Word* words) {
    Word twos[4], fours[2];
    for (int i = 0; i < 4; ++i) twos[i] = full_add(planes_[0], words[2 * i], words[2 * i + 1]);
    for (int i = 0; i < 2; ++i) fours[i] = full_add(planes_[1], twos[2 * i], twos[2 * i + 1]);
    Word carry = full_add(planes_[2], fours[0], fours[1]);
    // Two carries of one weight meet in an adder; the first waits for the second.
    int level = 3;
    for (unsigned eights = eights_++; (eights & 1) != 0; eights >>= 1) {
      carry = full_add(planes_[level], waiting_[level], carry);
      ++level;
    }
    waiting_[level] = carry;
  }

  // Adds the carries that still wait. The last call to a counter before plane().
  ISTHMUS_HOST_DEVICE void finish() {
    Word carry{};
    for (int level = 3; level < kPlanes; ++level) {
      if ((eights_ >> (level - 3)) & 1) {
        carry = full_add(planes_[level], waiting_[level], carry);
      } else {
        carry = half_add(planes_[level], carry);
      }
    }
  }

  ISTHMUS_HOST_DEVICE Word plane(int i) const { return planes_[i]; }

 private:
  Word planes_[kPlanes];
  Word waiting_[kPlanes];  // a carry into plane i, where bit i - 3 of eights_ is set
  unsigned eights_ = 0;    // calls of add_eight()
};

ISTHMUS_WORDS_END

#endif
