#pragma once

#include <cstdint>

#include "engine/board/position.hpp"
#include "gpu/tree/tree_lanes.cuh"

// The games that trees on a device play: each class is a position of one kind of them in the
// registers of a warp, and what it adds to TreeLanes is all that the tree does not know.
//
//   Result result_after(int colour, std::uint32_t spot)
//     how the game stands after a stone of this colour (0 Black, 1 White) has come there; all lanes
//     call, and all get it

namespace isthmus {

__device__ inline Result won_by(int colour) { return colour == 0 ? Result::black : Result::white; }

// Hex, Rex and Y: who joins all his goals by one group has won, or lost.
class ConnectionLanes : public TreeLanes {
 public:
  using TreeLanes::TreeLanes;

  __device__ Result result_after(int colour, std::uint32_t spot) const {
    const std::uint32_t group = joined(only(spot), of(colour));
    for (std::uint32_t i = 0; i < board().goals[colour]; ++i) {
      const std::uint32_t goal = board().goal_rows[colour][i][lane()];
      if (!__any_sync(kAllLanes, (group & goal) != 0)) return Result::ongoing;
    }
    return won_by(board().connection_wins != 0 ? colour : 1 - colour);
  }
};

// Havannah: who first has a ring, a bridge or a fork has won, as Havannah::result_after() judges
// it; a full board without any is a draw.
class ShapeLanes : public TreeLanes {
 public:
  using TreeLanes::TreeLanes;

  __device__ Result result_after(int colour, std::uint32_t spot) const {
    const std::uint32_t group = joined(only(spot), of(colour));
    std::uint32_t touched = 0, rim = 0;
    for (std::uint32_t i = 0; i < kEdges + kCorners; ++i) {
      const std::uint32_t goal = board().goal_rows[colour][i][lane()];
      touched |= (group & goal) != 0 ? 1U << i : 0;
      rim |= goal;
    }
    touched = any_of_lanes(touched);
    if (__popc(touched & ((1U << kEdges) - 1)) >= 3 || __popc(touched >> kEdges) >= 2 ||
        closes_ring(of(colour), spot, rim)) {
      return won_by(colour);
    }
    return __any_sync(kAllLanes, free() != 0) ? Result::ongoing : Result::draw;
  }

 private:
  static constexpr std::uint32_t kEdges = 6, kCorners = 6;

  // Whether there is a ring, where there was none without the stone there. One that holds none but
  // its own stones has one among these with six neighbours; any other cuts cells off from the rim,
  // for which the stone must part what lies around it.
  __device__ bool closes_ring(std::uint32_t own, std::uint32_t spot, std::uint32_t rim) const {
    const std::uint32_t up = above(own), down = below(own);
    const std::uint32_t surrounded = own & own << 1 & own >> 1 & up & up >> 1 & down & down << 1;
    if (__any_sync(kAllLanes, surrounded != 0)) return true;
    if (!parts(own, up, down, spot)) return false;
    const std::uint32_t others = board().rows[lane()] & ~own;
    return __any_sync(kAllLanes, joined(rim & others, others) != others);
  }

  // Whether what is not `own` around a cell, beyond the board too, is in more than one piece.
  __device__ bool parts(std::uint32_t own, std::uint32_t up, std::uint32_t down,
                        std::uint32_t spot) const {
    // Of a row the bits of the column to the left, of the cell's own, and of that to the right.
    const auto near = [&](std::uint32_t rows) {
      const std::uint32_t there = from_lane(rows, row(spot));
      return column(spot) == 0 ? there << 1 : there >> (column(spot) - 1);
    };
    const std::uint32_t beside = near(own), over = near(up), under = near(down);
    // Clockwise from the upper right.
    const std::uint32_t stones = (over >> 2 & 1) | (beside >> 2 & 1) << 1 | (under >> 1 & 1) << 2 |
                                 (under & 1) << 3 | (beside & 1) << 4 | (over >> 1 & 1) << 5;
    const std::uint32_t next = (stones >> 1 | stones << 5) & 63;
    return __popc(~stones & next & 63) >= 2;
  }
};

}  // namespace isthmus
