#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gpu/band_reduction.cuh"
#include "gpu/board_sides.hpp"
#include "gpu/fill_batch.hpp"
#include "gpu/register_reduction.cuh"
#include "gpu/warp_fill.cuh"
#include "gpu/warp_orders.cuh"

namespace isthmus {

// What a kernel for boards within kSideOfBoard x kSideOfBoard is made of.
template <int kSideOfBoard>
struct BoardShape {
  static constexpr int kSide = kSideOfBoard;
  static constexpr int kCells = kSide * kSide;
  static constexpr int kTiledCells = (kCells + 15) / 16 * 16;
  // For what there may be too many or too few of, with the sign.
  static constexpr int kPlanes = kCells < 64 ? 7 : kCells < 128 ? 8 : kCells < 256 ? 9 : 11;
  static constexpr bool kInRegisters = kSide <= kRegisterSides.back();
  // A number for a cell, or for the one beyond the last, which stands for none.
  using Index = std::conditional_t<(kCells < 256), std::uint8_t, std::uint16_t>;
  // More would save time, but take memory from other warps.
  static constexpr int kOrders = 8;
  using Orders = WarpOrders<Index, kCells, kOrders>;
  // Room for a board of the warp, as BandReduction asks.
  static constexpr std::size_t kSavedWords = kInRegisters ? 0 : std::size_t{kCells} * kWarpLanes;
  // What a warp has in shared memory.
  struct Memory {
    alignas(16) std::uint32_t board[(kCells + 1) * kWarpLanes];
    CellCounts counts[kTiledCells];
    std::uint32_t parts[kCells];  // of the empty cells, as in LaneBoard
    typename Orders::Memory orders;
  };

  // The word of boards where Black is connected; `saved` is as in BandReduction.
  __device__ __forceinline__ static std::uint32_t reduce(const LaneBoard& board,
                                                         std::uint32_t* saved, int side) {
    if constexpr (kInRegisters) {
      return register_reduction<kSide>(board, side);
    } else {
      // As many levels as there are registers for.
      return BandReduction<kSide, 168 / kSide - 1>(board, saved, kSide)(side);
    }
  }
};

}  // namespace isthmus
