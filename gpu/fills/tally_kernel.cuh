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

// Waits for those warps of the block that share a scheduler with this one: every fourth.
__device__ __forceinline__ void keep_step() {
  constexpr unsigned kSchedulers = 4;
  const unsigned scheduler = threadIdx.x / kWarpLanes % kSchedulers;
  const unsigned warps = (blockDim.x / kWarpLanes - scheduler + kSchedulers - 1) / kSchedulers;
  __syncwarp();
  asm volatile("bar.sync %0, %1;" ::"r"(1 + scheduler), "r"(warps * kWarpLanes) : "memory");
}

// The same in step with the other warps of a block, which then fetch the long code of the reduction
// together: each warp alone waits for instructions, as it is more than a scheduler keeps.
template <class Shape>
class StepTallyUse : public TallyUse<Shape> {
 public:
  static_assert(Shape::Share::kPasses == 1);
  using TallyUse<Shape>::TallyUse;

  __device__ __forceinline__ void add(std::uint32_t task, std::uint32_t counted) {
    keep_step();
    TallyUse<Shape>::add(task, counted);
  }
};

template <class Shape>
__global__ void __launch_bounds__(Shape::kBlockWarps* kWarpLanes, Shape::kMinBlocks)
    tally_kernel(const FillBatch batch) {
  let_next_kernel_come();
  wait_for_last_kernel();
  extern __shared__ __align__(16) unsigned char shared[];
  if constexpr (Shape::kBlockWarps == 1) {
    using Warp = FillWorker<Shape, TallyUse>;
    Warp(batch, *reinterpret_cast<typename Warp::Memory*>(shared), static_cast<int>(threadIdx.x))
        .run(blockIdx.x, gridDim.x);
  } else {
    using Warp = FillWorker<Shape, StepTallyUse>;
    const unsigned warp = threadIdx.x / kWarpLanes;
    const unsigned warps = blockDim.x / kWarpLanes;
    const std::uint32_t done = Warp(batch, reinterpret_cast<typename Warp::Memory*>(shared)[warp],
                                    static_cast<int>(threadIdx.x % kWarpLanes))
                                   .run(blockIdx.x * warps + warp, gridDim.x * warps);
    // As many steps as that warp takes whose share is the largest of all.
    const std::uint32_t pairs = batch.size->pairs;
    const std::uint32_t all = gridDim.x * warps;
    if (done < pairs / all + (pairs % all > 0 ? 1 : 0)) keep_step();
  }
}

template <class Shape>
TallyKernel make_tally_kernel() {
  return {Shape::kSide,
          Shape::kColumns,
          Shape::kCells,
          sizeof(typename Shape::Index) == 2,
          Shape::Orders::kPitchBytes,
          Shape::kBlockWarps,
          sizeof(typename FillWorker<Shape, TallyUse>::Memory),
          reinterpret_cast<const void*>(tally_kernel<Shape>)};
}

}  // namespace isthmus
