// Playouts with captures, one in each 32-bit lane of a SIMD register. For source files that Highway
// compiles once a target.

#if defined(ISTHMUS_ENGINE_CAPTURE_LANES_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_CAPTURE_LANES_HPP
#undef ISTHMUS_ENGINE_CAPTURE_LANES_HPP
#else
#define ISTHMUS_ENGINE_CAPTURE_LANES_HPP
#endif

#include <bit>
#include <cstdint>

#include <hwy/highway.h>

#include "engine/base/lane_word.hpp"
#include "engine/captures/capture_counts.hpp"
#include "engine/captures/capture_random.hpp"
#include "engine/captures/capture_set.hpp"
#include "engine/captures/capture_start.hpp"

ISTHMUS_BEFORE_WORDS();
namespace isthmus {
ISTHMUS_WORDS_NAMESPACE() {
// Conditions are masks: words whose lanes are all ones or zero. Numbers are below 2^31.
#if HWY_TARGET == HWY_SCALAR
inline LaneWord is_set(LaneWord word) { return word != 0 ? ~0u : 0; }
inline LaneWord is_less(LaneWord a, LaneWord b) { return a < b ? ~0u : 0; }
inline LaneWord shift_by(LaneWord word, LaneWord bits) { return word << bits; }
inline LaneWord shift_back_by(LaneWord word, LaneWord bits) { return word >> bits; }
#else
HWY_INLINE LaneWord is_set(LaneWord word) {
  const LaneWord::Tag tag;
  return ~LaneWord(hn::VecFromMask(tag, hn::Eq(word.lanes, hn::Zero(tag))));
}
HWY_INLINE LaneWord is_less(LaneWord a, LaneWord b) {
  const hn::RebindToSigned<LaneWord::Tag> numbers;
  const auto less = hn::Lt(hn::BitCast(numbers, a.lanes), hn::BitCast(numbers, b.lanes));
  return LaneWord(hn::BitCast(LaneWord::Tag(), hn::VecFromMask(numbers, less)));
}
HWY_INLINE LaneWord shift_by(LaneWord word, LaneWord bits) {
  return LaneWord(hn::Shl(word.lanes, bits.lanes));
}
HWY_INLINE LaneWord shift_back_by(LaneWord word, LaneWord bits) {
  return LaneWord(hn::Shr(word.lanes, bits.lanes));
}
#endif

HWY_INLINE LaneWord choose(LaneWord mask, LaneWord yes, LaneWord no) {
  return (mask & yes) | (no & ~mask);
}

// The place of the bit of a word that has `number` set bits below it.
HWY_INLINE LaneWord place_of(LaneWord word, LaneWord number) {
  // Bits counted by pairs, fours, eights and sixteens.
  const LaneWord twos =
      (word & LaneWord(0x55555555)) + (shift_right<1>(word) & LaneWord(0x55555555));
  const LaneWord fours =
      (twos & LaneWord(0x33333333)) + (shift_right<2>(twos) & LaneWord(0x33333333));
  const LaneWord eights = (fours + shift_right<4>(fours)) & LaneWord(0x0f0f0f0f);
  const LaneWord sixteens = eights + shift_right<8>(eights);
  LaneWord place = LaneWord();
  const auto halve = [&](LaneWord counts, std::uint32_t width) HWY_ATTR {
    const LaneWord count = shift_back_by(counts, place) & LaneWord(width == 1 ? 1 : 2 * width - 1);
    const LaneWord is_below = is_less(number, count);
    number = number + (~is_below & (~count + LaneWord(1)));
    place = place + (~is_below & LaneWord(width));
  };
  halve(sixteens & LaneWord(0x00ff00ff), 16);
  halve(eights, 8);
  halve(fours, 4);
  halve(twos, 2);
  halve(word, 1);
  return place;
}

template <class Shape>
class CaptureLanes {
 public:
  CaptureLanes(const CaptureStart& start, CaptureCounts& counts) : start_(start), counts_(counts) {}

  // Plays all playouts of the task. A lane whose playout has ended takes on the next.
  void run() {
    for (int lane = 0; lane < kWordLanes; ++lane) begin(lane);
    while (any(active_)) try_move();
  }

 private:
  static constexpr int kWords = Shape::kWords;
  using Cells = CaptureSet<LaneWord, Shape>;

  // Has each lane draw a candidate, and play it unless it is suicide.
  HWY_INLINE void try_move() {
    const Cells play = draw();
    const Cells beside = neighbours(play);
    Cells other, empty;
    LaneWord has_own = LaneWord(), has_empty = LaneWord();
    for (int i = 0; i < kWords; ++i) {
      other[i] = stones_[i] & ~own_[i];
      empty[i] = LaneWord(Shape::board(i)) & ~(stones_[i] | play[i]);
      has_own = has_own | (beside[i] & own_[i]);
      has_empty = has_empty | (beside[i] & empty[i]);
    }
    const Cells by_empty = neighbours(empty);

    // The other side's stones that keep a liberty.
    Cells alive;
    for (int i = 0; i < kWords; ++i) alive[i] = by_empty[i] & other[i];
    LaneWord in_danger;  // beside the new stone, without a liberty so far
    for (LaneWord growth = ~LaneWord();;) {
      in_danger = LaneWord();
      for (int i = 0; i < kWords; ++i) in_danger = in_danger | (beside[i] & other[i] & ~alive[i]);
      if (!any(growth & is_set(in_danger))) break;
      growth = is_set(grow(alive, other));
    }
    const LaneWord captures = is_set(in_danger) & active_;

    LaneWord is_legal = is_set(has_empty) | captures;
    const LaneWord in_doubt = active_ & ~is_legal & is_set(has_own);
    if (any(in_doubt)) is_legal = is_legal | (in_doubt & keeps_liberty(beside, by_empty));
    const LaneWord moves = active_ & is_legal;
    for (int i = 0; i < kWords; ++i) candidates_[i] = candidates_[i] & ~(play[i] & ~is_legal);
    if (!any(moves)) return;

    Cells ko;
    take(other, alive, captures, ko);
    const LaneWord is_ko = captures & ~is_set(has_own | has_empty);
    LaneWord once = LaneWord(), twice = LaneWord();
    for (int i = 0; i < kWords; ++i) {
      twice = twice | (once & ko[i]);
      once = once | ko[i];
    }
    const LaneWord is_single = ~is_set(twice | (once & (once + ~LaneWord())));
    for (int i = 0; i < kWords; ++i) ko[i] = ko[i] & is_ko & is_single;

    const LaneWord has_won = join(play, beside, moves);
    move_count_ = move_count_ + (moves & LaneWord(1));
    const LaneWord at_limit =
        moves & ~is_less(move_count_, LaneWord(static_cast<std::uint32_t>(Shape::kMoveLimit)));
    const LaneWord goes_on = moves & ~(has_won | at_limit);
    pass_turn(goes_on, ko);
    if (any(has_won | at_limit)) end(has_won, at_limit & ~has_won, LaneWord());
  }

  // Draws a candidate for each lane, from the mover's eyes where there is none else. Ends playouts
  // in which there is none.
  HWY_INLINE Cells draw() {
    LaneWord counts[kWords];
    LaneWord total;
    for (;;) {
      total = LaneWord();
      for (int i = 0; i < kWords; ++i) {
        counts[i] = count_bits(candidates_[i]);
        total = total + counts[i];
      }
      const LaneWord has_none = active_ & ~is_set(total);
      if (!any(has_none)) break;
      if (any(has_none & in_eyes_)) {
        end(LaneWord(), LaneWord(), has_none & in_eyes_);
      } else {
        turn_to_eyes(has_none);
      }
    }
    std::uint32_t numbers[kWordLanes];
    store_lanes(total, numbers);
    for (int lane = 0; lane < kWordLanes; ++lane) {
      numbers[lane] = random_[lane].below(numbers[lane]);
    }
    LaneWord number = load_lanes(numbers);

    LaneWord from[kWords];  // whether the cell is in the word or one behind it
    LaneWord word = candidates_[0], before = LaneWord(), skipped = LaneWord();
    from[0] = ~LaneWord();
    for (int i = 1; i < kWords; ++i) {
      before = before + counts[i - 1];
      from[i] = ~is_less(number, before);
      word = choose(from[i], candidates_[i], word);
      skipped = choose(from[i], before, skipped);
    }
    number = number + ~skipped + LaneWord(1);
    const LaneWord bit = shift_by(LaneWord(1), place_of(word, number)) & active_;
    Cells play;
    for (int i = 0; i < kWords; ++i) {
      play[i] = bit & from[i];
      if (i + 1 < kWords) play[i] = play[i] & ~from[i + 1];
    }
    return play;
  }

  HWY_INLINE void turn_to_eyes(LaneWord lanes) {
    const Cells no_eyes = not_eyes();
    for (int i = 0; i < kWords; ++i) {
      const LaneWord eyes = LaneWord(Shape::board(i)) & ~stones_[i] & ~no_eyes[i];
      candidates_[i] = choose(lanes, eyes, candidates_[i]);
    }
    in_eyes_ = in_eyes_ | lanes;
  }

  // The cells with a neighbour on the board that is no stone of the mover's.
  HWY_INLINE Cells not_eyes() const {
    Cells not_own;
    for (int i = 0; i < kWords; ++i) not_own[i] = LaneWord(Shape::board(i)) & ~own_[i];
    return neighbours(not_own);
  }

  // Whether a stone of the mover's beside the new one has a liberty elsewhere.
  HWY_INLINE LaneWord keeps_liberty(const Cells& beside, const Cells& by_empty) const {
    Cells alive;
    for (int i = 0; i < kWords; ++i) alive[i] = by_empty[i] & own_[i];
    for (LaneWord growth = ~LaneWord();;) {
      LaneWord found = LaneWord();
      for (int i = 0; i < kWords; ++i) found = found | (beside[i] & alive[i]);
      if (!any(growth & ~is_set(found))) return is_set(found);
      growth = is_set(grow(alive, own_));
    }
  }

  // Takes the other side's stones that are not alive off the boards of these lanes.
  HWY_INLINE void take(const Cells& other, const Cells& alive, LaneWord lanes, Cells& taken) {
    for (int i = 0; i < kWords; ++i) {
      taken[i] = other[i] & ~alive[i] & lanes;
      stones_[i] = stones_[i] & ~taken[i];
      top_[i] = top_[i] & ~taken[i];
      left_[i] = left_[i] & ~taken[i];
    }
  }

  // Puts the new stones on the boards of these lanes, and joins them to the sides that they reach.
  // Returns where that wins.
  HWY_INLINE LaneWord join(const Cells& play, const Cells& beside, LaneWord lanes) {
    LaneWord to_top = play[0] & LaneWord(Shape::kTop), to_left = LaneWord();
    for (int i = 0; i < kWords; ++i) {
      to_top = to_top | (beside[i] & own_[i] & top_[i]);
      to_left = to_left | (beside[i] & own_[i] & left_[i]) | (play[i] & LaneWord(Shape::left(i)));
      own_[i] = own_[i] | (play[i] & lanes);
      stones_[i] = stones_[i] | (play[i] & lanes);
    }
    to_top = is_set(to_top) & lanes;
    to_left = is_set(to_left) & lanes;
    Cells room, joined;
    LaneWord more = LaneWord();
    for (int i = 0; i < kWords; ++i) {
      room[i] = own_[i] & ((to_top & ~top_[i]) | (to_left & ~left_[i]));
      joined[i] = play[i] & room[i];
      more = more | (beside[i] & room[i]);
    }
    if (any(more)) {
      while (any(grow(joined, room))) {
      }
    }
    LaneWord wins = LaneWord();
    for (int i = 0; i < kWords; ++i) {
      top_[i] = top_[i] | (joined[i] & to_top);
      left_[i] = left_[i] | (joined[i] & to_left);
      wins = wins | (own_[i] & left_[i] & LaneWord(Shape::right(i)));
      if (i == Shape::kBottomWord) wins = wins | (own_[i] & top_[i] & LaneWord(Shape::kBottom));
    }
    return is_set(wins) & lanes;
  }

  // Lets the other side move in these lanes, but not on the ko.
  HWY_INLINE void pass_turn(LaneWord lanes, const Cells& ko) {
    for (int i = 0; i < kWords; ++i) own_[i] = own_[i] ^ (stones_[i] & lanes);
    const Cells no_eyes = not_eyes();
    for (int i = 0; i < kWords; ++i) {
      const LaneWord fresh = LaneWord(Shape::board(i)) & ~stones_[i] & no_eyes[i] & ~ko[i];
      candidates_[i] = choose(lanes, fresh, candidates_[i]);
    }
    is_white_ = is_white_ ^ lanes;
    in_eyes_ = in_eyes_ & ~lanes;
  }

  // Counts the playouts that the side to move has won, drawn or lost, and begins others.
  HWY_NOINLINE void end(LaneWord won, LaneWord drawn, LaneWord lost) {
    std::uint32_t wins[kWordLanes], draws[kWordLanes], losses[kWordLanes], white[kWordLanes],
        own[kWords][kWordLanes], stones[kWords][kWordLanes];
    store_lanes(won, wins);
    store_lanes(drawn, draws);
    store_lanes(lost, losses);
    store_lanes(is_white_, white);
    for (int i = 0; i < kWords; ++i) {
      store_lanes(own_[i], own[i]);
      store_lanes(stones_[i], stones[i]);
    }
    for (int lane = 0; lane < kWordLanes; ++lane) {
      if ((wins[lane] | draws[lane] | losses[lane]) == 0) continue;
      const bool is_white = white[lane] != 0;
      const bool black_has_won = wins[lane] != 0 ? !is_white : losses[lane] != 0 && is_white;
      const std::uint32_t points = draws[lane] != 0 ? 1 : black_has_won ? 2 : 0;
      counts_.black_wins += black_has_won;
      counts_.draws += draws[lane] != 0;
      for (int i = 0; i < kWords; ++i) {
        const std::uint32_t mine = own[i][lane], others = stones[i][lane] & ~mine;
        count(is_white ? others : mine, 32 * i, points, counts_.black, counts_.black_points);
        count(is_white ? mine : others, 32 * i, points, counts_.white, counts_.white_points);
      }
      begin(lane);
    }
  }
  static void count(std::uint32_t word, int first_bit, std::uint32_t points, std::uint32_t* cells,
                    std::uint32_t* cell_points) {
    for (; word != 0; word &= word - 1) {
      const int bit = first_bit + std::countr_zero(word);
      ++cells[bit];
      cell_points[bit] += points;
    }
  }

  // Begins the next playout in a lane; where none is left the lane does nothing any more.
  void begin(int lane) {
    const bool is_active = next_ < start_.playouts;
    if (is_active) random_[lane] = CaptureRandom(start_.key, next_++);
    set_lane(active_, lane, is_active ? ~0u : 0);
    set_lane(is_white_, lane, start_.is_white != 0 ? ~0u : 0);
    set_lane(in_eyes_, lane, 0);
    set_lane(move_count_, lane, 0);
    for (int i = 0; i < kWords; ++i) {
      const auto word = [&](CaptureStart::Set set) { return start_.words[set * kWords + i]; };
      set_lane(own_[i], lane, word(CaptureStart::own));
      set_lane(stones_[i], lane, word(CaptureStart::stones));
      set_lane(top_[i], lane, word(CaptureStart::top));
      set_lane(left_[i], lane, word(CaptureStart::left));
      set_lane(candidates_[i], lane, word(CaptureStart::candidates));
    }
  }
  static void set_lane(LaneWord& word, int lane, std::uint32_t value) {
    std::uint32_t lanes[kWordLanes];
    store_lanes(word, lanes);
    lanes[lane] = value;
    word = load_lanes(lanes);
  }

  const CaptureStart& start_;
  CaptureCounts& counts_;
  std::uint32_t next_ = 0;  // the playout that begins next
  CaptureRandom random_[kWordLanes];
  LaneWord active_{};    // whether the lane has a playout
  LaneWord is_white_{};  // to move
  LaneWord in_eyes_{};   // whether the candidates are the mover's eyes
  LaneWord move_count_{};
  // As of CaptureStart.
  Cells own_{}, stones_{}, top_{}, left_{}, candidates_{};
};

}  // ISTHMUS_WORDS_NAMESPACE()
}  // namespace isthmus
ISTHMUS_AFTER_WORDS();

#endif
