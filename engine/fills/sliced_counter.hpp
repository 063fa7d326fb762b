// Counting by logic alone: how many of some words have a bit set, for all boards at once.

#if defined(ISTHMUS_ENGINE_SLICED_COUNTER_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_SLICED_COUNTER_HPP
#undef ISTHMUS_ENGINE_SLICED_COUNTER_HPP
#else
#define ISTHMUS_ENGINE_SLICED_COUNTER_HPP
#endif

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// A number for each board, sliced by bit: plane i holds bit i of all of them. It counts in a
// tree of carry-save adders: n words cost about n full adders, where a ripple would cost n log n.
template <class Word>
class SlicedCounter {
 public:
  // Numbers are modulo 2^kPlanes: enough for -1024 to 1024 in two's complement.
  static constexpr int kPlanes = 12;
  // How many words are added at a time.
  static constexpr int kBatch = 16;

  // Every board's number is `start` at first.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE explicit SlicedCounter(int start) {
    for (int i = 0; i < kPlanes; ++i) {
      (i < kLow ? low_[i] : high_[i]) = uniform_word<Word>((start >> i) & 1);
    }
  }

  // Adds the bits of kBatch words, which next() gives one by one. At most 64 times.
  template <class Next>
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void add(Next&& next) {
    Word carry = add_tree<kLow>(next);
    // Two carries of one weight meet in an adder; the first waits for the second.
    int plane = kLow;
    for (unsigned batches = batches_++; (batches & 1) != 0; batches >>= 1) {
      carry = full_add(high_[plane], waiting_[plane], carry);
      ++plane;
    }
    waiting_[plane] = carry;
  }

  // Adds the carries that still wait: to be called once, after all words.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void finish() {
    Word carry{};
    for (int plane = kLow; plane < kPlanes; ++plane) {
      if ((batches_ >> (plane - kLow)) & 1) {
        carry = full_add(high_[plane], waiting_[plane], carry);
      } else {
        carry = half_add(high_[plane], carry);
      }
    }
  }

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word plane(int i) const {
    return i < kLow ? low_[i] : high_[i];
  }

 private:
  static constexpr int kLow = 4;
  static_assert(kBatch == 1 << kLow);

  // Adds 2^kLog words to the lowest planes and returns the carry into plane kLog.
  template <int kLog, class Next>
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word add_tree(Next&& next) {
    if constexpr (kLog == 0) {
      return next();
    } else {
      const Word first = add_tree<kLog - 1>(next);
      const Word second = add_tree<kLog - 1>(next);
      return full_add(low_[kLog - 1], first, second);
    }
  }

  Word low_[kLow];         // planes 0 to 3, apart so that they stay in registers
  Word high_[kPlanes];     // the others; the first four are not in use
  Word waiting_[kPlanes];  // a carry into plane i, where bit i - 4 of batches_ is set
  unsigned batches_ = 0;   // calls of add()
};

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
