#pragma once

#include <cstdint>

#include "engine/base/word.hpp"
#include "gpu/fills/lane_board.cuh"

namespace isthmus {

// Takes the cells (i, j) of a rhombus of kSide x kSide, in registers, with i + j <= kLevel down by
// a level.
template <int kSide, int kLevel>
__device__ __forceinline__ void reduce_level(std::uint32_t (&cells)[kSide * kSide]) {
#pragma unroll
  for (int i = 0; i < kSide && i <= kLevel; ++i) {
#pragma unroll
    for (int j = 0; j < kSide && j <= kLevel - i; ++j) {
      const int cell = i * kSide + j;
      const std::uint32_t below = i + 1 < kSide ? cells[cell + kSide] : ~0u;
      const std::uint32_t right = j + 1 < kSide ? cells[cell + 1] : 0u;
      cells[cell] = majority(cells[cell], below, right);
    }
  }
}

// All levels from kLevel on. By recursion, as nvcc would not unroll a loop of that size, and
// without that there are no registers with indexes.
template <int kSide, int kLevel>
__device__ __forceinline__ void reduce_levels(std::uint32_t (&cells)[kSide * kSide]) {
  if constexpr (kLevel >= 0) {
    reduce_level<kSide, kLevel>(cells);
    reduce_levels<kSide, kLevel - 1>(cells);
  }
}

// The same but for those beyond what a board of the reduction side `side` needs.
template <int kSide, int kLevel>
__device__ __forceinline__ void reduce_levels(std::uint32_t (&cells)[kSide * kSide], int side) {
  if constexpr (kLevel >= 0) {
    if (kLevel <= side - 2) reduce_level<kSide, kLevel>(cells);
    reduce_levels<kSide, kLevel - 1>(cells, side);
  }
}

// Reference: majority_reduction() (engine/playout), which names the others. This one is for boards
// whose cells all fit the registers of a thread: no memory, no lanes that wait for each other, but
// code for each size. The board is in the top left of a rhombus of kSide x kSide; `side` is that of
// the reduction. Bit b of the result is set where Black is connected on board b.
template <int kSide, class Share>
__device__ __forceinline__ std::uint32_t register_reduction(const LaneBoard<Share>& board,
                                                            int side) {
  std::uint32_t cells[kSide * kSide];
#pragma unroll
  for (int cell = 0; cell < kSide * kSide; ++cell) cells[cell] = board[cell];
  // A rhombus is as well one of kSide x kSide: one without branches is worth more than the levels
  // that smaller ones would not need.
  if (side > kSide) {
    reduce_levels<kSide, 2 * kSide - 3>(cells);
  } else {
    reduce_levels<kSide, kSide - 2>(cells, side);
  }
  return cells[0];
}

}  // namespace isthmus
