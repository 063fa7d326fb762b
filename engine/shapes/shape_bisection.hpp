// Which boards of playouts to look at, for a word of playouts at once.

#if defined(ISTHMUS_ENGINE_SHAPE_BISECTION_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_SHAPE_BISECTION_HPP
#undef ISTHMUS_ENGINE_SHAPE_BISECTION_HPP
#else
#define ISTHMUS_ENGINE_SHAPE_BISECTION_HPP
#endif

#include "engine/base/host_device.hpp"
#include "engine/base/word.hpp"
#include "engine/shapes/shape_plan.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// Playouts that are over, by result.
template <class Word>
struct ShapeResults {
  Word black;
  Word white;
  Word draw;

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word all() const { return black | white | draw; }
};

// Numbers of boards are sliced by bit into kPlanes words, which must do for pairs + 1. Those that
// all playouts share are given as one number.
template <class Word, int kPlanes>
struct BoardNumbers {
  ISTHMUS_HOST_DEVICE static ISTHMUS_INLINE Word select(Word which, Word yes, Word no) {
    return (which & yes) | (~which & no);
  }
  ISTHMUS_HOST_DEVICE static ISTHMUS_INLINE Word plane(int number, int i) {
    return uniform_word<Word>(((number >> i) & 1) != 0);
  }
  // Where a number is above one that all share, which may be negative.
  ISTHMUS_HOST_DEVICE static ISTHMUS_INLINE Word above(const Word* planes, int number) {
    if (number < 0) return uniform_word<Word>(true);
    Word is_above{};
    for (int i = 0; i < kPlanes; ++i) {
      is_above = majority(planes[i], is_above, ~plane(number, i));
    }
    return is_above;
  }
  // The board in the middle between two, of those between probes.first and probes.last while these
  // lie in between.
  ISTHMUS_HOST_DEVICE static ISTHMUS_INLINE void middle(const ShapeProbes& probes, const Word* low,
                                                        const Word* high, Word* at) {
    const Word from_first = ~above(low, probes.first - 1) & above(high, probes.first);
    const Word to_last = above(high, probes.last) & ~above(low, probes.last - 2);
    Word carry{};
    for (int i = 0; i < kPlanes; ++i) {
      const Word a = select(from_first, plane(probes.first, i), low[i]);
      const Word b = select(to_last, plane(probes.last, i), high[i]);
      if (i > 0) at[i - 1] = exclusive_or(a, b, carry);
      carry = majority(a, b, carry);
    }
    at[kPlanes - 1] = carry;
  }
};

// A search for the board that decides, in each playout of a word.
//
// Between `low_`, where no side has a shape, and `high_`, where both have (or, to find the exact
// end, any has), the next board to look at is the one in the middle, of the boards between
// probes.first and probes.last while these lie in between. At first low_ is the position itself,
// and high_ stands for what would come after the full board.
template <class Word, int kPlanes>
class ShapeBisection {
  using Numbers = BoardNumbers<Word, kPlanes>;

 public:
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE ShapeBisection(const ShapeProbes& probes, bool black_moves,
                                                    bool exact_end)
      : probes_(probes), black_moves_(uniform_word<Word>(black_moves)), exact_end_(exact_end) {
    for (int i = 0; i < kPlanes; ++i) low_[i] = high_[i] = at_[i] = Word{};
    one_ = one_is_black_ = Word{};
  }

  // Begins anew in those playouts.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void start(Word fresh) {
    for (int i = 0; i < kPlanes; ++i) {
      low_[i] = low_[i] & ~fresh;
      high_[i] = Numbers::select(fresh, Numbers::plane(probes_.pairs + 1, i), high_[i]);
    }
    one_ = one_ & ~fresh;
    one_is_black_ = one_is_black_ & ~fresh;
  }

  // Chooses the boards to look at.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void choose() { Numbers::middle(probes_, low_, high_, at_); }

  // The playouts in which the pair is played on that board; after narrow(), on the one that
  // decided.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Word has_played(int pair) const {
    return Numbers::above(at_, pair);
  }
  // The planes of the numbers of these boards.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE const Word& at(int plane) const { return at_[plane]; }

  // Takes who has a shape on these boards, in the playouts of `probed`, and narrows their
  // bisection. Returns which of these are over.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE ShapeResults<Word> narrow(Word probed, Word black,
                                                               Word white) {
    ShapeResults<Word> over{};
    const Word any_has = black | white, both_have = black & white;
    Word is_later = probed & ~any_has, is_earlier = probed & both_have;
    const Word just_one = probed & any_has & ~both_have;
    if (exact_end_) {
      // Once one side alone has had a shape, it is a matter of that side.
      const Word winner_has = Numbers::select(one_is_black_, black, white);
      is_later = Numbers::select(one_, probed & ~winner_has, is_later);
      is_earlier = Numbers::select(one_, probed & winner_has, is_earlier | just_one);
      one_is_black_ = one_is_black_ | (just_one & black & ~one_);
      one_ = one_ | just_one;
    } else {
      over.black = just_one & black;
      over.white = just_one & white;
    }
    Word carry = uniform_word<Word>(true), is_closed = probed & ~over.all(), is_full = is_closed;
    for (int i = 0; i < kPlanes; ++i) {
      low_[i] = Numbers::select(is_later, at_[i], low_[i]);
      high_[i] = Numbers::select(is_earlier, at_[i], high_[i]);
      is_closed = is_closed & ~exclusive_or(low_[i], carry, high_[i]);  // low_ + 1 == high_
      is_full = is_full & ~(low_[i] ^ Numbers::plane(probes_.pairs, i));
      carry = carry & low_[i];
    }
    over.draw = is_closed & is_full;
    const Word in_pair = is_closed & ~is_full;
    const Word is_black = Numbers::select(one_, one_is_black_, black_moves_);
    over.black = over.black | (in_pair & is_black);
    over.white = over.white | (in_pair & ~is_black);
    for (int i = 0; i < kPlanes; ++i) at_[i] = Numbers::select(is_closed, high_[i], at_[i]);
    return over;
  }

 private:
  ShapeProbes probes_;
  Word black_moves_;
  bool exact_end_;
  Word low_[kPlanes];
  Word high_[kPlanes];
  Word at_[kPlanes];
  Word one_;           // where high_ is a board on which just one side has a shape
  Word one_is_black_;  // ... and it is Black
};

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
