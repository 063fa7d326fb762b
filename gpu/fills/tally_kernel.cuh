#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/fills/board_shape.cuh"
#include "gpu/fills/fill_batch.hpp"
#include "gpu/fills/fill_worker.cuh"
#include "gpu/fills/lane_group_reduction.cuh"
#include "gpu/fills/overlap.cuh"
#include "gpu/fills/register_reduction.cuh"
#include "gpu/fills/warp_tally.cuh"

namespace isthmus {

// As FillWorker asks: decides the boards, and counts for each task what they come to, in shared
// memory until the task has no more.
template <class Shape>
class TallyUse {
  using Share = typename Shape::Share;
  static constexpr int kTiledCells = (Shape::kCells + 15) / 16 * 16;

 public:
  struct Memory {
    PackedCounts counts[kTiledCells];
  };

  __device__ TallyUse(const FillBatch& batch, std::uint32_t* boards, Memory& memory, int lane)
      : batch_(batch), boards_(boards), memory_(memory), lane_(lane), board_(boards, lane) {
    for (int cell = lane_; cell < kTiledCells; cell += kWarpLanes) memory_.counts[cell] = 0;
  }

  __device__ __forceinline__ void add(std::uint32_t task, std::uint32_t counted) {
    std::uint32_t connects = counted & reduce(batch_.tasks[task].reduction_side);
    if (Share::sharer(lane_) > 0) connects = 0;
    connects_ += static_cast<std::uint32_t>(__popc(connects));
    __syncwarp();
    add_counts<Share, Shape::kCells>(boards_, counted, connects, lane_, memory_.counts);
    if (++added_ == kMaxAdded<Share>) flush(task);
    __syncwarp();
  }

  // Adds what was counted to the task's tally, and begins again.
  __device__ void end_task(std::uint32_t task) {
    flush(task);
    atomicAdd(batch_.connects + task, connects_);
    connects_ = 0;
  }

 private:
  // The word of boards where Black is connected, in the first lane of each group.
  __device__ __forceinline__ std::uint32_t reduce(int side) const {
    if constexpr (Shape::kIsShared) {
      return LaneGroupReduction<Shape::kSide, Share>(board_, lane_)(side);
    } else {
      return register_reduction<Shape::kSide>(board_, side);
    }
  }

  // The same of each cell.
  __device__ void flush(std::uint32_t task) {
    __syncwarp();
    CellCounts* counts = batch_.counts + std::size_t{task} * Shape::kCells;
    for (int cell = lane_; cell < Shape::kCells; cell += kWarpLanes) {
      const PackedCounts counted = memory_.counts[cell];
      atomicAdd(&counts[cell].black, counted & 0xffff);
      atomicAdd(&counts[cell].black_and_connects, counted >> 16);
      memory_.counts[cell] = 0;
    }
    added_ = 0;
    __syncwarp();
  }

  const FillBatch& batch_;
  const std::uint32_t* boards_;
  Memory& memory_;
  int lane_;
  typename Shape::Board board_;
  std::uint32_t connects_ = 0;  // of the current task, the lane's share
  int added_ = 0;               // times that counts were added to since they were 0
};

template <class Shape>
__global__ void __launch_bounds__(kWarpLanes, Shape::kMinWarps)
    tally_kernel(const FillBatch batch) {
  let_next_kernel_come();
  wait_for_last_kernel();
  extern __shared__ __align__(16) unsigned char shared[];
  using Warp = FillWorker<Shape, TallyUse>;
  Warp(batch, *reinterpret_cast<typename Warp::Memory*>(shared), static_cast<int>(threadIdx.x))
      .run(blockIdx.x, gridDim.x);
}

template <class Shape>
TallyKernel make_tally_kernel() {
  return {Shape::kSide,
          Shape::kColumns,
          Shape::kCells,
          sizeof(typename Shape::Index) == 2,
          Shape::Orders::kPitchBytes,
          sizeof(typename FillWorker<Shape, TallyUse>::Memory),
          reinterpret_cast<const void*>(tally_kernel<Shape>)};
}

}  // namespace isthmus
