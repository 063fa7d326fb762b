#pragma once

#include <cstdint>

#include "engine/word.hpp"
#include "gpu/warp.hpp"

namespace isthmus {

// majority_reduction() for boards whose cells all fit the registers of a thread. The board is in a
// rhombus of kSide x kSide, and `board` the lane's word of its first cell in shared memory. `side`
// is at least 2 or the board has one cell.
template <int kSide>
__device__ __forceinline__ std::uint32_t register_reduction(const std::uint32_t* board, int side) {
  std::uint32_t cells[kSide * kSide];
#pragma unroll
  for (int cell = 0; cell < kSide * kSide; ++cell) cells[cell] = board[cell * kCellStride];
#pragma unroll
  for (int level = 2 * kSide - 3; level >= 0; --level) {
    if (level > side - 2) continue;
#pragma unroll
    for (int i = 0; i < kSide; ++i) {
#pragma unroll
      for (int j = 0; j < kSide; ++j) {
        if (i + j > level) continue;
        const int cell = i * kSide + j;
        const std::uint32_t below = i + 1 < kSide ? cells[cell + kSide] : ~0u;
        const std::uint32_t right = j + 1 < kSide ? cells[cell + 1] : 0u;
        cells[cell] = majority(cells[cell], below, right);
      }
    }
  }
  return cells[0];
}

}  // namespace isthmus
