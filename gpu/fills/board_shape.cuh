#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gpu/fills/board_sides.hpp"
#include "gpu/fills/fill_batch.hpp"
#include "gpu/fills/lane_group_excess.cuh"
#include "gpu/fills/warp_exact_fill.cuh"
#include "gpu/fills/warp_orders.cuh"

namespace isthmus {

// Of how many units a warp that tallies draws the orders at a time, for boards of that side. More
// would save time, but take memory from other warps.
constexpr int orders_of(int side) {
  return side <= 9 ? 12 : side == 10 ? 14 : side == 11 ? 18 : side <= 16 ? 8 : side <= 26 ? 4 : 2;
}

// What a kernel that draws fills of boards within kSideOfBoard x kSideOfBoard is made of.
template <int kSideOfBoard, int kOrdersAtATime = orders_of(kSideOfBoard)>
struct BoardShape {
  static constexpr int kSide = kSideOfBoard;
  static constexpr int kSharers = generator_count(kSide);
  // The same number for each lane, those beyond kSide white.
  static constexpr int kColumns = (kSide + kSharers - 1) / kSharers * kSharers;
  static constexpr int kCells = kSide * kColumns;
  using Share = WarpShare<kSharers, kCells>;
  static constexpr bool kIsShared = kSharers > 1;
  using Board = LaneBoard<Share>;
  static constexpr int kBoardCells = kSide * kSide;  // which may be empty
  // For what there may be too many or too few of, with the sign.
  static constexpr int kPlanes = kBoardCells < 64    ? 7
                                 : kBoardCells < 128 ? 8
                                 : kBoardCells < 256 ? 9
                                 : kBoardCells < 512 ? 10
                                                     : 11;
  using Excess =
      std::conditional_t<kIsShared, LaneGroupExcess<kPlanes, Share>, WarpExcess<kPlanes>>;
  // A number for a cell, or for the one beyond the last, which stands for none.
  using Index = std::conditional_t<(kCells < 256), std::uint8_t, std::uint16_t>;
  static constexpr int kOrders = kOrdersAtATime;
  using Orders = WarpOrders<Index, kBoardCells, kOrders, Excess::kAhead>;
  // What a warp has in shared memory.
  struct Memory {
    alignas(16) std::uint32_t board[Share::kBoardBytes / 4];
    // Of the empty cells, as draw_singles() asks.
    alignas(16) CellPart<Share> parts[kBoardCells + kPartsBeyond<Share>];
    typename Orders::Memory orders;
  };
  static_assert(sizeof(Memory::board) <= 1 << 16, "parts have 16 bits");

  // Up to how many warps make a block that tallies, and go in step: as many as a multiprocessor of
  // Hopper holds, on the sides whose code is long. On smaller boards waiting costs more than it
  // brings, and only there do more warps make up for the registers they lose.
  static constexpr int kBlockWarps = kSide == 11 ? 12 : kSide == 10 ? 15 : 1;
  static constexpr int kMinBlocks = kSide <= 8 ? 16 : 1;
};

}  // namespace isthmus
