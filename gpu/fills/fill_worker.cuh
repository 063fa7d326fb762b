#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/fills/board_shape.cuh"
#include "gpu/fills/fill_batch.hpp"

namespace isthmus {

// Draws the fills of the pairs of units that a warp works off: a share of the batch, task after
// task. All boards lie in shared memory.
//
// A Use says what is done with them. It is made of the batch, the boards, its own Memory (in shared
// memory, nothing written yet) and the lane. add(task, counted) is called with each lot of boards
// that were drawn, one of the lane's group, with a mask of those that count; end_task(number) when
// a task has no more.
template <class Shape, template <class> class UseOf>
class FillWorker {
  using Index = typename Shape::Index;
  using Share = typename Shape::Share;
  using Use = UseOf<Shape>;
  static constexpr std::uint32_t kPairsOrdered = Shape::kOrders / 2;

 public:
  struct Memory {
    typename Shape::Memory boards;
    typename Use::Memory use;
  };

  __device__ FillWorker(const FillBatch& batch, Memory& memory, int lane)
      : batch_(batch),
        memory_(memory.boards),
        lane_(lane),
        board_(memory_.board, lane_),
        orders_(memory_.orders),
        use_(batch, memory_.board, memory.use, lane_) {}

  // Works off the share of one of `warps` warps, by its number, and returns of how many pairs it
  // is. The shares of two warps differ by one pair at most.
  __device__ std::uint32_t run(std::uint32_t warp, std::uint32_t warps) {
    const std::uint64_t pairs = batch_.size->pairs;
    const auto first = static_cast<std::uint32_t>(pairs * warp / warps);
    const auto end = static_cast<std::uint32_t>(pairs * (warp + 1) / warps);
    if (first == end) return 0;
    task_ = task_of(first);
    begin_task();
#pragma unroll 1
    for (std::uint32_t pair = first; pair < end; ++pair) {
      if (pair >= batch_.tasks[task_].end_pair) {
        use_.end_task(task_);
        while (pair >= batch_.tasks[task_].end_pair) ++task_;
        begin_task();
      }
      const std::uint32_t ordered = (pair - first) % kPairsOrdered;
      if (ordered == 0) draw_orders(pair, end);
      fill(pair, static_cast<int>(ordered));
    }
    use_.end_task(task_);
    return end - first;
  }

  __device__ const Use& use() const { return use_; }

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
      memory_.parts[i] = static_cast<CellPart<Share>>(Share::cell_part(cells(task_)[i]));
    }
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

  // Draws the boards of one pair, which has the orders 2 * ordered and the next, and hands them on.
  __device__ void fill(std::uint32_t pair, int ordered) {
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
      use_.add(task_, counted);
    }
  }

  // As draw_fills() and fill_exactly().
  __device__ __forceinline__ void draw(const DeviceTask& task, std::uint32_t group, int order) {
    const int generator = Share::sharer(lane_);
    Xorwow<std::uint32_t> next(task.keys, group, generator);
    if (generator == 0) draw_bridges(next, task);
    WarpCounter<Shape::kPlanes> surplus(generator == 0 ? -task.blacks : 0);
    draw_singles<Share>(next, board_, memory_.parts, generator, task.single_count, surplus);
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
  typename Shape::Memory& memory_;
  int lane_;
  typename Shape::Board board_;
  typename Shape::Orders orders_;
  Use use_;
  std::uint32_t task_ = 0;  // the current one
};

}  // namespace isthmus
