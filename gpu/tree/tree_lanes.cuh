#pragma once

#include <cstdint>

#include "engine/net/net_input.hpp"
#include "gpu/tree/tree_layout.hpp"
#include "gpu/tree/tree_warp.cuh"

namespace isthmus {

// The position of a game in the registers of a warp: each lane has a row of both colours' stones.
// What it does is that of games in which stones stay where they are; tree_rules.cuh and
// tree_captures.cuh have what decides games, and what is more than that.
class TreeLanes {
 public:
  // Whether it knows the positions before, for which there must be room (CaptureLanes::has_room()).
  static constexpr bool kRemembers = false;

  // The position at the root of a slot.
  __device__ TreeLanes(const TreeTask& task, std::uint32_t slot, int lane)
      : board_(task.board),
        lane_(lane),
        black_(task.stones[slot].rows[0][lane]),
        white_(task.stones[slot].rows[1][lane]) {}

  // Makes it that.
  __device__ void store(const TreeTask& task, std::uint32_t slot) const {
    TreeStones& stones = task.stones[slot];
    stones.rows[0][lane_] = black_;
    stones.rows[1][lane_] = white_;
  }

  __device__ void place(int colour, std::uint32_t spot) {
    (colour == 0 ? black_ : white_) |= only(spot);
  }

  // Finds where stones of this colour may go, before is_free() is asked for a position that was
  // loaded.
  __device__ void find_moves(int) {}

  // Whether a stone may go on each lane's spot, kNoSpot for none.
  __device__ bool is_free(std::uint32_t spot) const { return has(free(), spot); }

  // Writes the input planes that a net gets where this colour is to move; `last` is the spot of the
  // last stone, or kNoSpot.
  __device__ void write(int mover, std::uint32_t last, std::uint8_t* points) const {
    write(mover, last, points, [](std::uint32_t) { return 0U; });
  }

 protected:
  // The same with what more(spot) adds to each point: all lanes call it together.
  template <class More>
  __device__ void write(int mover, std::uint32_t last, std::uint8_t* points, More&& more) const {
    for (std::uint32_t first = 0; first < board_->point_count; first += kWarpLanes) {
      const std::uint32_t point = first + static_cast<std::uint32_t>(lane_);
      const bool is_point = point < board_->point_count;
      const std::uint32_t spot = is_point ? board_->spots_of_points[mover][point] : kNoSpot;
      const bool is_own = has(of(mover), spot), is_other = has(of(1 - mover), spot);
      const std::uint32_t added = more(spot);
      if (!is_point) continue;
      std::uint32_t bits = board_->empty[mover][point] | added;
      if (is_own) bits |= net_point::kMover;
      if (is_other) bits |= net_point::kOpponent;
      if (is_other && spot == last) bits |= net_point::kLast;
      points[point] = static_cast<std::uint8_t>(bits);
    }
  }

  __device__ const TreeBoard& board() const { return *board_; }
  __device__ int lane() const { return lane_; }
  // This lane's row of a colour's stones, and of the empty cells.
  __device__ std::uint32_t of(int colour) const { return colour == 0 ? black_ : white_; }
  __device__ std::uint32_t free() const { return board_->rows[lane_] & ~(black_ | white_); }
  __device__ static int row(std::uint32_t spot) { return static_cast<int>(spot >> 8); }
  __device__ static int column(std::uint32_t spot) { return static_cast<int>(spot & 31); }
  // This lane's part of a cell.
  __device__ std::uint32_t only(std::uint32_t spot) const {
    return lane_ == row(spot) ? 1U << column(spot) : 0;
  }
  // The rows above and below this lane's; nothing beyond the board.
  __device__ std::uint32_t above(std::uint32_t own_row) const {
    const std::uint32_t there = from_lane(own_row, lane_ == 0 ? 0 : lane_ - 1);
    return lane_ == 0 ? 0 : there;
  }
  __device__ std::uint32_t below(std::uint32_t own_row) const {
    const std::uint32_t there = from_lane(own_row, lane_ == 31 ? 31 : lane_ + 1);
    return lane_ == 31 ? 0 : there;
  }

  // Takes a colour's stones in this lane's row off the board.
  __device__ void remove(int colour, std::uint32_t row) { (colour == 0 ? black_ : white_) &= ~row; }

  // What of `through` neighbours in it join to `group`, a part of it; that is in it, too.
  template <bool kSquares = false>
  __device__ std::uint32_t joined(std::uint32_t group, std::uint32_t through) const {
    const std::uint32_t turned = __brev(through);
    for (;;) {
      const std::uint32_t up = above(group), down = below(group);
      const std::uint32_t beside = kSquares ? up | down : up | up >> 1 | down | down << 1;
      std::uint32_t grown = group | (through & beside);
      // A run of cells of which one is in the group is all in it: a carry goes through it.
      grown |= through & ~(through + grown);
      grown |= through & ~__brev(turned + __brev(grown));
      if (!__any_sync(kAllLanes, grown != group)) return group;
      group = grown;
    }
  }

  // Whether each lane's spot is set in a board, a row of which each lane has.
  __device__ static bool has(std::uint32_t own_row, std::uint32_t spot) {
    const std::uint32_t there = from_lane(own_row, row(spot) & 31);
    return spot != kNoSpot && (there >> column(spot) & 1) != 0;
  }

 private:
  const TreeBoard* board_;
  int lane_;
  std::uint32_t black_, white_;  // this lane's rows
};

}  // namespace isthmus
