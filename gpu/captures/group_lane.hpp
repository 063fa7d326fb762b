#pragma once

#include <cstdint>

#include "engine/captures/capture_random.hpp"
#include "gpu/captures/draw_bit.hpp"
#include "gpu/captures/group_board.hpp"

namespace isthmus {

// What plays one playout after the other on a GroupBoard, as CaptureTask says. All lanes of a warp
// go through the same phases again and again: to take stones off the board takes some lanes long,
// and they come back to it, several together, while the others play on.
template <class Shape, int kLanes>
class GroupLane {
 public:
  using Board = GroupBoard<Shape, kLanes>;
  enum class Phase : int { choose, place, take, end_move, ended, idle };  // idle: none is left

  ISTHMUS_HOST_DEVICE explicit GroupLane(Board board) : board_(board) {}

  Phase phase = Phase::ended;
  std::uint32_t black_points = 0;  // of a playout that has ended

  // The board is as the task says by now; `ko` is a cell, or any other number.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void begin(std::uint64_t key, std::uint32_t playout,
                                                bool is_white, int ko) {
    random_ = CaptureRandom(key, playout);
    mover_ = is_white ? Board::white : Board::black;
    moves_ = 0;
    begin_move(ko);
  }

  // A round of all phases. Whether stones are taken in it: `takes`, which a warp decides.
  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void play(bool takes) {
    if (phase == Phase::choose) choose();
    if (phase == Phase::place) place();
    if (takes && phase == Phase::take) take();
    if (phase == Phase::end_move) end_move();
  }

 private:
  using Colour = typename Board::Colour;
  static constexpr int kSetWords = Board::kSetWords;

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE Colour other() const {
    return mover_ == Board::black ? Board::white : Board::black;
  }

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void begin_move(int ko) {
    ISTHMUS_UNROLL
    for (int i = 0; i < kSetWords; ++i) candidates_[i] = board_.no_eyes(mover_, i);
    if (ko < Board::kCells) close(ko);
    in_eyes_ = false;
    phase = Phase::choose;
  }

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void choose() {
    std::uint32_t counts[kSetWords], total = 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < kSetWords; ++i) {
      counts[i] = count_bits(candidates_[i]);
      total += counts[i];
    }
    if (total == 0) return turn_to_eyes();

    const DrawnBit drawn = draw_bit(candidates_, counts, total, random_);
    std::uint32_t number = drawn.nth;
    int place = 0;
    ISTHMUS_UNROLL
    for (int width = 16; width >= 1; width /= 2) {
      const std::uint32_t count = count_bits((drawn.bits >> place) & ((1u << width) - 1));
      if (number >= count) {
        number -= count;
        place += width;
      }
    }
    try_cell(32 * drawn.word + place);
  }

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void close(int cell) {
    const std::uint32_t others = ~(1u << (cell % 32));
    ISTHMUS_UNROLL
    for (int i = 0; i < kSetWords; ++i) {
      candidates_[i] &= cell / 32 == i ? others : ~0u;  // as a branch it would be in memory
    }
  }

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void try_cell(int cell) {
    around_ = board_.look(cell, mover_);
    if (!around_.is_legal) return close(cell);
    cell_ = cell;
    phase = Phase::place;
  }

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void place() {
    has_won_ = board_.place(cell_, mover_, around_);
    ko_ = Board::kCells;
    phase = Phase::end_move;
    if (around_.captured != 0) {
      doomed_ = board_.doom_captured(other(), around_);
      may_be_ko_ = !around_.has_empty && !around_.has_own;
      phase = Phase::take;
    }
  }

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void take() {
    const int taken = doomed_;
    doomed_ = board_.take(taken, other());
    if (doomed_ == Board::kCells) {
      if (may_be_ko_) ko_ = taken;
      phase = Phase::end_move;
    }
    may_be_ko_ = false;  // two stones are no ko
  }

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void end_move() {
    ++moves_;
    if (has_won_) return end(mover_ == Board::black ? 2 : 0);
    if (moves_ == Shape::kMoveLimit) return end(1);
    mover_ = other();
    begin_move(ko_);
  }

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void turn_to_eyes() {
    if (in_eyes_) return end(mover_ == Board::black ? 0 : 2);
    in_eyes_ = true;
    ISTHMUS_UNROLL
    for (int i = 0; i < kSetWords; ++i) {
      // No cell is an eye of both.
      candidates_[i] = board_.no_eyes(other(), i) & ~board_.no_eyes(mover_, i);
    }
  }

  ISTHMUS_HOST_DEVICE ISTHMUS_INLINE void end(std::uint32_t points) {
    black_points = points;
    phase = Phase::ended;
  }

  ISTHMUS_HOST_DEVICE static ISTHMUS_INLINE std::uint32_t count_bits(std::uint32_t word) {
#ifdef __CUDA_ARCH__
    return static_cast<std::uint32_t>(__popc(word));
#else
    return static_cast<std::uint32_t>(__builtin_popcount(word));
#endif
  }

  Board board_;
  CaptureRandom random_;
  Colour mover_ = Board::black;
  std::uint32_t candidates_[kSetWords];
  bool in_eyes_ = false;  // whether the candidates are the mover's eyes
  int moves_ = 0;         // so far
  // Of the move under way.
  typename Board::Surroundings around_;
  int cell_ = 0;
  bool has_won_ = false, may_be_ko_ = false;
  int ko_ = Board::kCells;
  int doomed_ = Board::kCells;  // the first of the stones to be taken
};

}  // namespace isthmus
