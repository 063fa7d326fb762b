// Where playouts end, for a word of them at once, by looking at one side's stones at a time.

#if defined(ISTHMUS_ENGINE_SHAPE_END_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_SHAPE_END_HPP
#undef ISTHMUS_ENGINE_SHAPE_END_HPP
#else
#define ISTHMUS_ENGINE_SHAPE_END_HPP
#endif

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"
#include "engine/shapes/shape_bisection.hpp"
#include "engine/shapes/shape_plan.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// A search for the exact end: the first board where a side has a shape, and whose; the side to move
// comes first where both have. It takes two searches of this kind in turn: one for rings, which are
// found by a single flood and end most playouts, and one for all other shapes, which goes on from
// what came of the first.
//
// On the board `high_` the side `black_` has a shape, while on `low_` no side has any (or it is the
// position itself); at first high_ stands for what would come after the full board. Each question
// is for a shape of one side on one board:
//
// - at first, for one of black_ on the board in the middle; if there is none, for one of the other
//   side there (half_); once one was found, for one of the other side that comes before (other_);
// - where the other side comes later (one_), for those of black_ in the middle.
//
// In the search for other shapes the first questions are for those just before the ring (before_),
// as there mostly are none.
template <class Word, int kPlanes>
class ShapeEnd {
  using Numbers = BoardNumbers<Word, kPlanes>;

 public:
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE ShapeEnd(const ShapeProbes& probes, bool black_moves)
      : probes_(probes), black_moves_(uniform_word<Word>(black_moves)) {
    for (int i = 0; i < kPlanes; ++i) low_[i] = high_[i] = at_[i] = Word{};
    black_ = one_ = half_ = other_ = before_ = Word{};
  }

  // Begins anew in those playouts, with rings.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void start(Word fresh) {
    for (int i = 0; i < kPlanes; ++i) {
      low_[i] = low_[i] & ~fresh;
      high_[i] = Numbers::select(fresh, Numbers::plane(probes_.pairs + 1, i), high_[i]);
    }
    black_ = Numbers::select(fresh, black_moves_, black_);
    one_ = one_ & ~fresh;
    half_ = half_ & ~fresh;
    other_ = other_ & ~fresh;
    before_ = before_ & ~fresh;
  }

  // Goes on with all other shapes in those playouts, where the search for rings is over.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void start_others(Word fresh) {
    for (int i = 0; i < kPlanes; ++i) low_[i] = low_[i] & ~fresh;
    one_ = one_ & ~fresh;
    other_ = other_ | fresh;
    before_ = before_ | fresh;
  }

  // What is left of a playout in the search for other shapes, before its first shape of that kind
  // was found: the plane of high_, whose ring that is, and whether the other side has no shape
  // before.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE const Word& high(int plane) const { return high_[plane]; }
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE const Word& black() const { return black_; }
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE const Word& one() const { return one_; }
  // Takes these up again in those playouts.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void resume(Word fresh, const Word* high, Word black,
                                                 Word one) {
    for (int i = 0; i < kPlanes; ++i) {
      low_[i] = low_[i] & ~fresh;
      high_[i] = Numbers::select(fresh, high[i], high_[i]);
    }
    black_ = Numbers::select(fresh, black, black_);
    one_ = Numbers::select(fresh, one, one_);
    half_ = half_ & ~fresh;
    other_ = Numbers::select(fresh, ~one, other_);
    before_ = before_ | fresh;
  }

  // Chooses the boards to look at.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void choose() {
    Numbers::middle(probes_, low_, high_, at_);
    // The side to move comes before the other where both have a shape first on one board.
    const Word at_end = other_ | (one_ & before_);
    Word borrow = at_end & ~(other_ & (black_ ^ black_moves_));
    for (int i = 0; i < kPlanes; ++i) {
      at_[i] = Numbers::select(at_end, high_[i] ^ borrow, at_[i]);
      borrow = borrow & ~high_[i];
    }
  }
  // The planes of the numbers of these boards; after finish(), of those where playouts ended.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE const Word& at(int plane) const { return at_[plane]; }
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word has_played(int pair) const {
    return Numbers::above(at_, pair);
  }
  // Where Black's stones are to be looked at, and not White's.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word asks_black() const { return black_ ^ (half_ | other_); }

  // Takes who has a shape on these boards, of the playouts that were asked for.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void narrow(Word asked, Word has) {
    const Word yes = asked & has, no = asked & ~has;
    const Word is_first = ~(one_ | half_ | other_);
    const Word is_later = no & (half_ | one_);
    for (int i = 0; i < kPlanes; ++i) {
      low_[i] = Numbers::select(is_later, at_[i], low_[i]);
      high_[i] = Numbers::select(yes, at_[i], high_[i]);
    }
    black_ = black_ ^ (yes & (half_ | other_));
    one_ = one_ | (yes & half_) | (no & other_);
    half_ = (half_ & ~asked) | (no & is_first);
    other_ = (other_ & ~asked) | (yes & (is_first | (other_ & before_)));
    before_ = before_ & ~yes;
    // Both have a shape at the end, or the other side may have.
    other_ = other_ | (is_closed() & ~is_over());
  }

  // Where the search is at its end.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word is_over() const {
    return is_closed() & (one_ | ~(black_ ^ black_moves_));
  }

  // What has come of playouts that are over.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE ShapeResults<Word> finish(Word over) {
    Word is_after = over;
    for (int i = 0; i < kPlanes; ++i) {
      is_after = is_after & ~(high_[i] ^ Numbers::plane(probes_.pairs + 1, i));
      at_[i] = Numbers::select(over, high_[i], at_[i]);
    }
    return {over & ~is_after & black_, over & ~is_after & ~black_, is_after};
  }

 private:
  // Where low_ + 1 == high_.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word is_closed() const {
    Word carry = uniform_word<Word>(true), closed = carry;
    for (int i = 0; i < kPlanes; ++i) {
      closed = closed & ~exclusive_or(low_[i], carry, high_[i]);
      carry = carry & low_[i];
    }
    return closed;
  }

  ShapeProbes probes_;
  Word black_moves_;
  Word low_[kPlanes];
  Word high_[kPlanes];
  Word at_[kPlanes];
  Word black_;
  Word one_, half_, other_, before_;
};

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
