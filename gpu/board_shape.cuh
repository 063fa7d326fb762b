#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gpu/board_sides.hpp"
#include "gpu/fill_batch.hpp"
#include "gpu/register_reduction.cuh"
#include "gpu/shared_excess.cuh"
#include "gpu/shared_reduction.cuh"
#include "gpu/warp_fill.cuh"
#include "gpu/warp_orders.cuh"
#include "gpu/warp_tally.cuh"

namespace isthmus {

// What a kernel for boards within kSideOfBoard x kSideOfBoard is made of.
template <int kSideOfBoard>
struct BoardShape {
  static constexpr int kSide = kSideOfBoard;
  using Share = WarpShare<generator_count(kSide)>;
  static constexpr bool kIsShared = Share::kSharers > 1;
  using Board = LaneBoard<Share>;
  // The same number for each lane, those beyond kSide white.
  static constexpr int kColumns = (kSide + Share::kSharers - 1) / Share::kSharers * Share::kSharers;
  static constexpr int kCells = kSide * kColumns;
  static constexpr int kTiledCells = (kCells + 15) / 16 * 16;
  static constexpr int kBoardCells = kSide * kSide;  // which may be empty
  // For what there may be too many or too few of, with the sign.
  static constexpr int kPlanes = kBoardCells < 64    ? 7
                                 : kBoardCells < 128 ? 8
                                 : kBoardCells < 256 ? 9
                                 : kBoardCells < 512 ? 10
                                                     : 11;
  using Excess = std::conditional_t<kIsShared, SharedExcess<kPlanes, Share>, WarpExcess<kPlanes>>;
  // A number for a cell, or for the one beyond the last, which stands for none.
  using Index = std::conditional_t<(kCells < 256), std::uint8_t, std::uint16_t>;
  // More would save time, but take memory from other warps.
  static constexpr int kOrders = kBoardCells <= 256 ? 8 : kBoardCells < 700 ? 4 : 2;
  using Orders = WarpOrders<Index, kBoardCells, kOrders, Excess::kAhead>;
  // What a warp has in shared memory.
  struct Memory {
    alignas(16) std::uint32_t board[(kCells + 1) * Share::kGroups];
    PackedCounts counts[kTiledCells];
    // Of the empty cells, as draw_singles() asks.
    std::uint16_t parts[kBoardCells + Share::kSharers];
    typename Orders::Memory orders;
  };
  static_assert(sizeof(Memory::board) <= 1 << 16, "parts have 16 bits");

  // On a multiprocessor. Only on small boards do more warps make up for the registers they lose.
  static constexpr int kLeastWarps = kSide <= 8 ? 16 : 1;

  // The word of boards where Black is connected, in the first lane of each group.
  __device__ __forceinline__ static std::uint32_t reduce(const Board& board, int lane, int side) {
    if constexpr (kIsShared) {
      return SharedReduction<kSide, Share>(board, lane)(side);
    } else {
      return register_reduction<kSide>(board, side);
    }
  }
};

}  // namespace isthmus
