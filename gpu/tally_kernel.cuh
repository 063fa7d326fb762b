#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/board_shape.cuh"
#include "gpu/fill_batch.hpp"
#include "gpu/overlap.cuh"

namespace isthmus {

// The pairs of units that a block, which is one warp, works off: a part of the batch, task after
// task. All boards lie in shared memory, and what is counted as well, until the task changes.
template <class Shape>
class TallyWarp {
  using Index = typename Shape::Index;
  using Memory = typename Shape::Memory;
  using Share = typename Shape::Share;
  static constexpr std::uint32_t kPairsOrdered = Shape::kOrders / 2;

 public:
  __device__ TallyWarp(const FillBatch& batch, Memory& memory)
      : batch_(batch),
        memory_(memory),
        lane_(static_cast<int>(threadIdx.x)),
        board_(memory.board, lane_),
        orders_(memory.orders) {}

  __device__ void run() {
    const std::uint64_t pairs = batch_.size->pairs;
    const auto first = static_cast<std::uint32_t>(pairs * blockIdx.x / gridDim.x);
    const auto end = static_cast<std::uint32_t>(pairs * (blockIdx.x + 1) / gridDim.x);
    if (first == end) return;
    for (int cell = lane_; cell < Shape::kTiledCells; cell += kWarpLanes) memory_.counts[cell] = 0;
    task_ = task_of(first);
    begin_task();
#pragma unroll 1
    for (std::uint32_t pair = first; pair < end; ++pair) {
      if (pair >= batch_.tasks[task_].end_pair) {
        end_task();
        while (pair >= batch_.tasks[task_].end_pair) ++task_;
        begin_task();
      }
      const std::uint32_t ordered = (pair - first) % kPairsOrdered;
      if (ordered == 0) draw_orders(pair, end);
      tally(pair, static_cast<int>(ordered));
    }
    end_task();
  }

 private:
  // Which task a pair belongs to: by halving.
  __device__ std::uint32_t task_of(std::uint32_t pair) const {
    std::uint32_t task = 0;
    for (std::uint32_t step = 1u << 31; step != 0; step /= 2) {
      const std::uint32_t next = task + step;
      if (next > task && next <= batch_.size->tasks && batch_.tasks[next - 1].end_pair <= pair) {
        task = next;
      }
    }
    return task;
  }

  __device__ std::uint32_t first_pair(std::uint32_t task) const {
    return task == 0 ? 0 : batch_.tasks[task - 1].end_pair;
  }

  __device__ const Index* cells(std::uint32_t task) const {
    return reinterpret_cast<const Index*>(batch_.cells +
                                          std::size_t{task} * Shape::Orders::kPitchBytes);
  }

  __device__ void begin_task() {
    const DeviceTask& task = batch_.tasks[task_];
    for (int cell = Share::sharer(lane_); cell < Shape::kCells; cell += Share::kSharers) {
      const std::uint32_t black = (task.black[cell / 32] >> (cell % 32)) & 1;
      board_[cell] = 0 - black;
    }
    const int empty = task.single_count + 2 * task.pair_count;
    for (int i = lane_; i < empty; i += kWarpLanes) {
      memory_.parts[i] = static_cast<std::uint16_t>(Share::cell_part(cells(task_)[i]));
    }
    connects_ = 0;
    __syncwarp();
  }

  __device__ void end_task() {
    flush();
    atomicAdd(batch_.connects + task_, connects_);
  }

  // Adds what was counted of each cell to the task's tally, and begins again.
  __device__ void flush() {
    __syncwarp();
    CellCounts* counts = batch_.counts + std::size_t{task_} * Shape::kCells;
    for (int cell = lane_; cell < Shape::kCells; cell += kWarpLanes) {
      const PackedCounts counted = memory_.counts[cell];
      atomicAdd(&counts[cell].black, counted & 0xffff);
      atomicAdd(&counts[cell].black_and_connects, counted >> 16);
      memory_.counts[cell] = 0;
    }
    added_ = 0;
    __syncwarp();
  }

  // Draws the orders of as many pairs as there are, from `pair` on.
  __device__ void draw_orders(std::uint32_t pair, std::uint32_t end) {
    __syncwarp();  // others may still read the orders before
    const std::uint32_t own = pair + static_cast<std::uint32_t>(lane_) / 2;
    if (lane_ < Shape::kOrders && own < end) {
      std::uint32_t task = task_;
      while (own >= batch_.tasks[task].end_pair) ++task;
      const DeviceTask& owner = batch_.tasks[task];
      const std::uint32_t unit =
          owner.first_unit + (own - first_pair(task)) * 2 + static_cast<std::uint32_t>(lane_) % 2;
      if (owner.single_count > kMixedCells) {
        orders_.start(cells(task), owner.single_count, owner.keys.order, unit, lane_);
      } else {
        orders_.start_numbers(owner.single_count, owner.keys.order, unit, lane_);
      }
    } else {
      orders_.start_none();
    }
    orders_.reach(1);  // the first step, by all lanes
  }

  // Draws, decides and counts the boards of one pair, which has the orders 2 * ordered and the
  // next.
  __device__ void tally(std::uint32_t pair, int ordered) {
    const DeviceTask& task = batch_.tasks[task_];
    const std::uint32_t first_unit = task.first_unit + (pair - first_pair(task_)) * 2;
    const int passes = task.end_unit - first_unit > 1 ? Share::kPasses : (Share::kPasses + 1) / 2;
#pragma unroll 1
    for (int pass = 0; pass < passes; ++pass) {
      const int group = pass * Share::kGroups + Share::group(lane_);  // of the pair
      const int second = group / kGroupsPerUnit;
      const std::uint32_t counted =
          first_unit + static_cast<std::uint32_t>(second) < task.end_unit ? ~0u : 0u;
      draw(task, first_unit * kGroupsPerUnit + static_cast<std::uint32_t>(group),
           2 * ordered + second);
      std::uint32_t connects = counted & Shape::reduce(board_, lane_, task.reduction_side);
      if (Share::sharer(lane_) > 0) connects = 0;
      connects_ += static_cast<std::uint32_t>(__popc(connects));
      __syncwarp();
      add_counts<Share, Shape::kCells>(memory_.board, counted, connects, lane_, memory_.counts);
      if (++added_ == kMostAdded<Share>) flush();
      __syncwarp();
    }
  }

  // As draw_fills() and fill_exactly().
  __device__ __forceinline__ void draw(const DeviceTask& task, std::uint32_t group, int order) {
    const int generator = Share::sharer(lane_);
    Xorwow<std::uint32_t> next(task.keys, group, generator);
    if (generator == 0) draw_bridges(next, task);
    WarpCounter<Shape::kPlanes> surplus(generator == 0 ? -task.blacks : 0);
    draw_singles(next, board_, memory_.parts, generator, task.single_count, surplus);
    std::uint32_t(&planes)[Shape::kPlanes] = surplus.finish();
    add_sharers<Share>(planes);
    __syncwarp();
    typename Shape::Excess excess(planes, lane_);
    const auto reach = [&](int end) { orders_.reach(end); };
    if (task.single_count > kMixedCells) {
      excess.remove(
          reach, [&](int place) -> std::uint32_t& { return board_[orders_.cell(order, place)]; });
      return;
    }
    const int shift = mixing_shift(task.single_count, static_cast<int>(group) % kGroupsPerUnit);
    excess.remove(reach, [&](int place) -> std::uint32_t& {
      const int number = orders_.cell(order, place);
      if (number >= task.single_count) return board_[Shape::kCells];
      const int shifted = number + shift;
      return board_.at(
          memory_.parts[shifted < task.single_count ? shifted : shifted - task.single_count]);
    });
  }

  __device__ __forceinline__ void draw_bridges(Xorwow<std::uint32_t>& next,
                                               const DeviceTask& task) {
    for (int i = task.single_count; i < task.single_count + 2 * task.pair_count; i += 2) {
      const std::uint32_t word = next();
      board_.at(memory_.parts[i]) = word;
      board_.at(memory_.parts[i + 1]) = ~word;
    }
  }

  const FillBatch& batch_;
  Memory& memory_;
  int lane_;
  typename Shape::Board board_;
  typename Shape::Orders orders_;
  std::uint32_t task_ = 0;      // in hand
  std::uint32_t connects_ = 0;  // of the task in hand, the lane's share
  int added_ = 0;               // times that counts were added to since they were 0
};

template <class Shape>
__global__ void __launch_bounds__(kWarpLanes, Shape::kLeastWarps)
    tally_kernel(const FillBatch batch) {
  let_next_kernel_come();
  wait_for_last_kernel();
  extern __shared__ __align__(16) unsigned char shared[];
  TallyWarp<Shape>(batch, *reinterpret_cast<typename Shape::Memory*>(shared)).run();
}

template <class Shape>
TallyKernel make_tally_kernel() {
  return {Shape::kSide,
          Shape::kColumns,
          Shape::kCells,
          sizeof(typename Shape::Index) == 2,
          Shape::Orders::kPitchBytes,
          sizeof(typename Shape::Memory),
          reinterpret_cast<const void*>(tally_kernel<Shape>)};
}

}  // namespace isthmus
