#pragma once

#include <cstdint>

#include "engine/captures/capture_random.hpp"
#include "engine/captures/capture_set.hpp"
#include "engine/captures/capture_start.hpp"
#include "gpu/captures/draw_bit.hpp"

namespace isthmus {

// What the lanes of a block look up in shared memory, by bits of words (capture_bit()).
template <class Shape>
struct CaptureTables {
  static constexpr int kWords = Shape::kWords;
  // Of larger boards a lane works it out.
  static constexpr bool kHasPlaces = kWords <= 8;
  // The words of a cell's neighbours, and then 1 for a cell of the first row, 2 of the first
  // column.
  static constexpr int kQuads = kWords / 4 + 1;

  uint4 places[kHasPlaces ? 32 * kWords * kQuads : 1];
  std::uint32_t nth_bit[256];  // of a byte, where its bits are, 4 bits each

  // By all threads of the block.
  __device__ void fill(int thread, int threads) {
    for (int byte = thread; byte < 256; byte += threads) {
      std::uint32_t found = 0;
      int count = 0;
      for (std::uint32_t bit = 0; bit < 8; ++bit) {
        if ((byte >> bit & 1) != 0) found |= bit << (4 * count++);
      }
      nth_bit[byte] = found;
    }
    if constexpr (kHasPlaces) {
      for (int cell = thread; cell < 32 * kWords; cell += threads) fill_place(cell);
    }
  }

 private:
  __device__ void fill_place(int cell) {
    CaptureSet<std::uint32_t, Shape> place;
    bool is_left = false;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) {
      place[i] = cell / 32 == i ? 1u << (cell % 32) : 0;
      is_left |= (place[i] & Shape::left(i)) != 0;
    }
    const auto beside = neighbours(place);
    std::uint32_t words[4 * kQuads] = {};
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) words[i] = beside[i];
    words[kWords] = ((place[0] & Shape::kTop) != 0 ? 1 : 0) | (is_left ? 2 : 0);
    ISTHMUS_UNROLL
    for (int i = 0; i < kQuads; ++i) {
      places[cell * kQuads + i] =
          make_uint4(words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]);
    }
  }
};

// A thread that plays one playout after the other. All lanes of a warp go through the same phases
// again and again, and each does what its playout has come to: to grow a set until it is done takes
// some lanes long, and they come back to it while the others play on.
template <class Shape>
class CaptureLane {
 public:
  enum class Phase : int {
    choose,
    find_liberties,      // of the other side's stones beside the new one
    find_own_liberties,  // of the mover's stones beside it
    place,
    refuse,  // the stone would be suicide
    join,    // to the sides of the board
    end_move,
    ended,
    idle,  // no playout is left
  };
  using Set = CaptureSet<std::uint32_t, Shape>;

  __device__ CaptureLane() = default;

  Phase phase = Phase::ended;
  bool is_white = false;           // to move; of a playout that has ended, whose stones are `own`
  std::uint32_t black_points = 0;  // of a playout that has ended
  Set own, stones;

  __device__ void begin(const CaptureStart& start, std::uint32_t playout) {
    random_ = CaptureRandom(start.key, playout);
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) {
      own[i] = start.words[CaptureStart::own * kWords + i];
      stones[i] = start.words[CaptureStart::stones * kWords + i];
      top_[i] = start.words[CaptureStart::top * kWords + i];
      left_[i] = start.words[CaptureStart::left * kWords + i];
      candidates_[i] = start.words[CaptureStart::candidates * kWords + i];
    }
    is_white = start.is_white != 0;
    in_eyes_ = false;
    moves_ = 0;
    phase = Phase::choose;
  }

  // A round of all phases.
  __device__ void play(const CaptureTables<Shape>& tables) {
    if (phase == Phase::choose) choose(tables);
    if (phase == Phase::find_liberties || phase == Phase::find_own_liberties) find_liberties();
    if (phase == Phase::refuse) refuse();
    if (phase == Phase::place) place();
    if (phase == Phase::join) join();
    if (phase == Phase::end_move) end_move();
  }

 protected:
  static constexpr int kWords = Shape::kWords;

  __device__ void choose(const CaptureTables<Shape>& tables) {
    std::uint32_t counts[kWords];
    const std::uint32_t total = count_candidates(counts);
    if (total == 0) return turn_to_eyes();
    const DrawnBit drawn = draw_bit(candidates_, counts, total, random_);
    look_around(tables, drawn.word, place_of(tables, drawn));
    consider();
  }

  // In all, and of each word.
  __device__ std::uint32_t count_candidates(std::uint32_t (&counts)[kWords]) const {
    std::uint32_t total = 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) {
      counts[i] = static_cast<std::uint32_t>(__popc(candidates_[i]));
      total += counts[i];
    }
    return total;
  }

  // Of the bit in its word.
  __device__ static int place_of(const CaptureTables<Shape>& tables, const DrawnBit& drawn) {
    std::uint32_t number = drawn.nth;
    int place = 0;
    ISTHMUS_UNROLL
    for (int width = 16; width >= 8; width /= 2) {
      const auto count =
          static_cast<std::uint32_t>(__popc((drawn.bits >> place) & ((1u << width) - 1)));
      if (number >= count) {
        number -= count;
        place += width;
      }
    }
    return place +
           static_cast<int>((tables.nth_bit[(drawn.bits >> place) & 255] >> (4 * number)) & 15);
  }

  // Where the new stone would go, and what is beside it.
  __device__ void look_around(const CaptureTables<Shape>& tables, int word, int place) {
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) play_[i] = word == i ? 1u << place : 0;
    if constexpr (CaptureTables<Shape>::kHasPlaces) {
      constexpr int kQuads = CaptureTables<Shape>::kQuads;
      const int cell = 32 * word + place;
      std::uint32_t words[4 * kQuads];
      ISTHMUS_UNROLL
      for (int i = 0; i < kQuads; ++i) {
        const uint4 quad = tables.places[cell * kQuads + i];
        words[4 * i] = quad.x;
        words[4 * i + 1] = quad.y;
        words[4 * i + 2] = quad.z;
        words[4 * i + 3] = quad.w;
      }
      ISTHMUS_UNROLL
      for (int i = 0; i < kWords; ++i) beside_[i] = words[i];
      at_top_ = words[kWords] & 1;
      at_left_ = words[kWords] & 2;
    } else {
      beside_ = neighbours(play_);
      at_top_ = play_[0] & Shape::kTop;
      at_left_ = 0;
      ISTHMUS_UNROLL
      for (int i = 0; i < kWords; ++i) at_left_ |= play_[i] & Shape::left(i);
    }
  }

  // What follows from the neighbours alone.
  __device__ void consider() {
    const Set empty = empty_but_play();
    const Set by_empty = neighbours(empty);
    std::uint32_t has_empty = 0, has_own = 0, has_own_liberty = 0, in_danger = 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) {
      const std::uint32_t other = stones[i] & ~own[i];
      has_empty |= beside_[i] & empty[i];
      has_own |= beside_[i] & own[i];
      has_own_liberty |= beside_[i] & own[i] & by_empty[i];
      grown_[i] = by_empty[i] & other;
      in_danger |= beside_[i] & other & ~by_empty[i];
    }
    has_empty_ = has_empty;
    has_own_ = has_own;
    is_legal_ = (has_empty | has_own_liberty) != 0;
    captures_ = false;
    if (in_danger != 0) {
      phase = Phase::find_liberties;
    } else {
      decide();
    }
  }

  __device__ Set empty_but_play() const {
    Set empty;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) empty[i] = Shape::board(i) & ~(stones[i] | play_[i]);
    return empty;
  }

  // The new stone captures nothing.
  __device__ void decide() {
    if (is_legal_) {
      phase = Phase::place;
    } else if (has_own_ == 0) {
      phase = Phase::refuse;
    } else {
      phase = Phase::find_own_liberties;
      const Set by_empty = neighbours(empty_but_play());
      ISTHMUS_UNROLL
      for (int i = 0; i < kWords; ++i) grown_[i] = by_empty[i] & own[i];
    }
  }

  // Grows the stones that have a liberty, of the other side or the mover.
  __device__ void find_liberties() {
    const std::uint32_t others = phase == Phase::find_liberties ? ~0u : 0;
    Set colour;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) colour[i] = own[i] ^ (stones[i] & others);
    const std::uint32_t growth = grow(grown_, colour);
    std::uint32_t in_danger = 0, found = 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) {
      in_danger |= beside_[i] & colour[i] & ~grown_[i];
      found |= beside_[i] & colour[i] & grown_[i];
    }
    if (phase == Phase::find_liberties) {
      if (in_danger == 0) {
        decide();
      } else if (growth == 0) {
        captures_ = true;
        phase = Phase::place;
      }
    } else if (found != 0) {
      phase = Phase::place;
    } else if (growth == 0) {
      phase = Phase::refuse;
    }
  }

  __device__ void refuse() {
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) candidates_[i] &= ~play_[i];
    phase = Phase::choose;
  }

  // Leaves the ko in `candidates_`, which are not needed any more.
  __device__ void place() {
    const std::uint32_t taking = captures_ ? ~0u : 0;
    int taken = 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) {
      const std::uint32_t dead = stones[i] & ~own[i] & ~grown_[i] & taking;
      taken += __popc(dead);
      stones[i] &= ~dead;
      top_[i] &= ~dead;
      left_[i] &= ~dead;
      candidates_[i] = dead;
    }
    const std::uint32_t ko = taken == 1 && (has_empty_ | has_own_) == 0 ? ~0u : 0;
    std::uint32_t to_top = at_top_, to_left = at_left_;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) {
      candidates_[i] &= ko;
      const std::uint32_t own_beside = beside_[i] & own[i];
      to_top |= own_beside & top_[i];
      to_left |= own_beside & left_[i];
      own[i] |= play_[i];
      stones[i] |= play_[i];
    }
    to_top_ = to_top != 0 ? ~0u : 0;
    to_left_ = to_left != 0 ? ~0u : 0;
    std::uint32_t more = 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) {
      const std::uint32_t joins = beside_[i] & unjoined(i);
      more |= joins;
      grown_[i] = joins | play_[i];
    }
    phase = more != 0 ? Phase::join : Phase::end_move;
  }

  // The mover's stones that are not yet joined to all sides that the new stone is.
  __device__ std::uint32_t unjoined(int i) const {
    return own[i] & ((to_top_ & ~top_[i]) | (to_left_ & ~left_[i]));
  }

  __device__ void join() {
    Set room;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) room[i] = unjoined(i);
    if (grow(grown_, room) == 0) phase = Phase::end_move;
  }

  __device__ void end_move() {
    std::uint32_t wins = 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) {
      top_[i] |= grown_[i] & to_top_;
      left_[i] |= grown_[i] & to_left_;
      wins |= own[i] & left_[i] & Shape::right(i);
    }
    wins |= own[Shape::kBottomWord] & top_[Shape::kBottomWord] & Shape::kBottom;
    ++moves_;
    if (wins != 0) return end(is_white ? 0 : 2);
    if (moves_ == Shape::kMoveLimit) return end(1);
    is_white = !is_white;
    in_eyes_ = false;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) own[i] ^= stones[i];
    const Set no_eyes = cells_beside_others();
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) {
      candidates_[i] = Shape::board(i) & ~stones[i] & no_eyes[i] & ~candidates_[i];
    }
    phase = Phase::choose;
  }

  // The cells with a neighbour on the board that is no stone of the mover's.
  __device__ Set cells_beside_others() const {
    Set not_own;
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) not_own[i] = Shape::board(i) & ~own[i];
    return neighbours(not_own);
  }

  __device__ void turn_to_eyes() {
    if (in_eyes_) return end(is_white ? 2 : 0);
    in_eyes_ = true;
    const Set no_eyes = cells_beside_others();
    ISTHMUS_UNROLL
    for (int i = 0; i < kWords; ++i) candidates_[i] = Shape::board(i) & ~stones[i] & ~no_eyes[i];
  }

  __device__ void end(std::uint32_t points) {
    black_points = points;
    phase = Phase::ended;
  }

  CaptureRandom random_;
  Set top_, left_, candidates_;  // as of CaptureStart
  bool in_eyes_;                 // whether the candidates are the mover's eyes
  int moves_;                    // so far
  // Of the move under way.
  Set play_, beside_;  // the new stone, and the cells beside it
  Set grown_;          // of the set that is being grown
  // Not zero where the new stone has such cells beside it, or is at that side of the board.
  std::uint32_t has_empty_, has_own_, at_top_, at_left_;
  bool is_legal_;  // even if it captures nothing
  bool captures_;
  std::uint32_t to_top_, to_left_;  // masks: the sides that the new stone is joined to
};

}  // namespace isthmus
