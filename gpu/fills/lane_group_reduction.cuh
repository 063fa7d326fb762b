#pragma once

#include <cstdint>

#include "engine/base/word.hpp"
#include "gpu/fills/lane_board.cuh"

namespace isthmus {

// Reference: majority_reduction() (engine/playout), which names the others. This one is for boards
// that are too large for the registers of one thread (register_reduction()), by several lanes for
// each group of fills. A lane holds some columns of the rhombus of kSide x kSide in registers, the
// first sharer the first of them, and gets the column to the right of its last from the next lane,
// level by level.
//
// A lane's cells die from the bottom right on, those of the first sharer the last; all go as it
// does.
template <int kSide, class Share>
class LaneGroupReduction {
 public:
  static constexpr int kColumns = (kSide + Share::kSharers - 1) / Share::kSharers;  // of a lane

  // The board has kSharers * kColumns columns, those beyond kSide white.
  __device__ __forceinline__ LaneGroupReduction(const LaneBoard<Share>& board, int lane) {
    // The compiler must not know that this is 0 or 1, or it would select.
    asm("mov.u32 %0, %1;"
        : "=r"(not_last_)
        : "r"(static_cast<std::uint32_t>(Share::sharer(lane) + 1 < Share::kSharers)));
#pragma unroll
    for (int j = 0; j < kColumns; ++j) {
      const typename LaneBoard<Share>::template Column<Share::kSharers * kColumns> column(
          board, Share::sharer(lane) * kColumns + j);
#pragma unroll
      for (int i = 0; i < kSide; ++i) cells_[i][j] = column[i];
    }
#pragma unroll
    for (int i = 0; i < kSide; ++i) fetch(i);
  }

  // The result is the first sharer's; those of other lanes mean nothing.
  __device__ __forceinline__ std::uint32_t operator()(int side) {
    int level = side - 2;
    descend<kFull>(level);
    return cells_[0][0];
  }

 private:
  // The last level that takes all cells of the first sharer.
  static constexpr int kFull = kSide + kColumns - 2;
  // This number of levels take the same cells, though the last of them needs fewer, as code of its
  // own for each level would be more than the instruction cache holds.
  static constexpr int kAlike = 4;

  // The levels from `level` on, of which none needs more cells than kTop.
  template <int kTop>
  __device__ __forceinline__ void descend(int& level) {
#pragma unroll 1
    for (; level >= 0 && level > kTop - kAlike; --level) step<kTop>();
    if constexpr (kTop >= kAlike) descend<kTop - kAlike>(level);
  }

  // Takes the cells (i, j) with i + j <= kTop down by a level.
  template <int kTop>
  __device__ __forceinline__ void step() {
#pragma unroll
    for (int i = 0; i < kSide && i <= kTop; ++i) {
#pragma unroll
      for (int j = 0; j < kColumns && j <= kTop - i; ++j) {
        const std::uint32_t below = i + 1 < kSide ? cells_[i + 1][j] : ~0u;
        const std::uint32_t right = j + 1 < kColumns ? cells_[i][j + 1] : beyond_[i];
        cells_[i][j] = majority(cells_[i][j], below, right);
      }
      if (kColumns - 1 <= kTop - i) fetch(i);
    }
  }

  // Gets what lies to the right of the lane's row, a level ahead of its use. To the right of the
  // last lane all is white: by a product, as logic is what there is least time for.
  __device__ __forceinline__ void fetch(int i) {
    beyond_[i] = __shfl_down_sync(kAllLanes, cells_[i][0], Share::kGroups) * not_last_;
  }

  std::uint32_t not_last_;  // 1 or 0
  std::uint32_t cells_[kSide][kColumns];
  std::uint32_t beyond_[kSide];
};

}  // namespace isthmus
