// The random words of fills.

#if defined(ISTHMUS_ENGINE_XORWOW_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_XORWOW_HPP
#undef ISTHMUS_ENGINE_XORWOW_HPP
#else
#define ISTHMUS_ENGINE_XORWOW_HPP
#endif

#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"
#include "engine/random/fill_keys.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// The mixer of MurmurHash3 (Austin Appleby, public domain): a bijection on 32-bit lanes.
template <class Word>
ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word mix_lanes(Word word) {
  word = (word ^ shift_right<16>(word)) * Word(0x85ebca6bu);
  word = (word ^ shift_right<13>(word)) * Word(0xc2b2ae35u);
  return word ^ shift_right<16>(word);
}

// XORWOW (Marsaglia, "Xorshift RNGs", 2003; also cuRAND's default): a xorshift of five words plus
// a Weyl sequence. It takes shifts, xors and adds alone, so that each lane of a register and
// each thread of a GPU can run one of its own.
template <class Word>
class Xorwow {
 public:
  // The state as Marsaglia names it; x to v must not all be zero in a lane.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Xorwow(Word x, Word y, Word z, Word w, Word v, Word d)
      : x_(x), y_(y), z_(z), w_(w), v_(v), d_(d) {}

  // The generators of one task for the groups of fills whose numbers, all less than 2^27, are in
  // the lanes of `group`; `number` says which of the generators that a group has.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Xorwow(const FillKeys& keys, Word group, int number)
      : Xorwow(keys, group + Word(static_cast<std::uint32_t>(number) << 29)) {}
  // The first generator of each group.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Xorwow(const FillKeys& keys, Word group)
      : Xorwow(mix_lanes(Word(keys.state[0]) + group), mix_lanes(Word(keys.state[1]) + group),
               mix_lanes(Word(keys.state[2]) + group), mix_lanes(Word(keys.state[3]) + group),
               mix_lanes(Word(keys.state[4]) + group), Word(keys.weyl)) {}

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word operator()() {
    const Word t = x_ ^ shift_right<2>(x_);
    x_ = y_;
    y_ = z_;
    z_ = w_;
    w_ = v_;
    v_ = exclusive_or(v_, shift_left<4>(v_), t ^ shift_left<1>(t));
    d_ = d_ + Word(362437u);
    return d_ + v_;
  }

 private:
  Word x_, y_, z_, w_, v_, d_;
};

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
