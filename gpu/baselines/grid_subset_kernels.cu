#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "engine/fills/fill_plan.hpp"
#include "gpu/baselines/baseline_launch.cuh"
#include "gpu/baselines/grid_subsets.hpp"
#include "gpu/device/device_buffer.hpp"
#include "gpu/device/device_limits.hpp"
#include "gpu/fills/fill_worker.cuh"

namespace isthmus {

namespace {

// As FillWorker asks, for groups that lanes share: adds the words of a lot up.
template <class Shape>
class DigestUse {
  using Share = typename Shape::Share;
  // A lane reads the words of four groups at a time.
  static constexpr int kParts = Share::kGroups / 4;

 public:
  struct Memory {};

  __device__ DigestUse(const FillBatch&, const std::uint32_t* boards, Memory&, int lane)
      : boards_(boards), lane_(lane) {}

  // All boards of the lot count, as units are worked off one by one.
  __device__ __forceinline__ void add(std::uint32_t, std::uint32_t) {
    __syncwarp();
#pragma unroll 4
    for (int i = lane_; i < Shape::kCells * kParts; i += kWarpLanes) {
      const uint4 words = reinterpret_cast<const uint4*>(boards_)[i];
      const int cell = i / kParts;
      const int site = cell / Shape::kColumns * kMaxSide + cell % Shape::kColumns;
      const auto weight = static_cast<std::uint32_t>(2 * site + 1);
      drawn_.digest += weight * (words.x + words.y + words.z + words.w);
    }
    if (lane_ == 0) drawn_.count += 32 * Share::kGroups;
    __syncwarp();
  }

  __device__ void end_task(std::uint32_t) {}

  // The lane's share.
  __device__ const GridSubsets& drawn() const { return drawn_; }

 private:
  const std::uint32_t* boards_;
  int lane_;
  GridSubsets drawn_;
};

template <class Shape>
__global__ void __launch_bounds__(kWarpLanes)
    grid_subsets_kernel(const FillBatch batch, std::uint64_t* totals) {
  extern __shared__ __align__(16) unsigned char shared[];
  using Warp = FillWorker<Shape, DigestUse>;
  Warp warp(batch, *reinterpret_cast<typename Warp::Memory*>(shared),
            static_cast<int>(threadIdx.x));
  warp.run(blockIdx.x, gridDim.x);
  add_total(warp.use().drawn().count, totals);
  add_total(warp.use().drawn().digest, totals + 1);
}

template <class Shape>
TallyKernel make_grid_subsets_kernel() {
  return {Shape::kSide,
          Shape::kColumns,
          Shape::kCells,
          sizeof(typename Shape::Index) == 2,
          Shape::Orders::kPitchBytes,
          1,
          sizeof(typename FillWorker<Shape, DigestUse>::Memory),
          reinterpret_cast<const void*>(grid_subsets_kernel<Shape>)};
}

// On the largest grids half of the time would go into orders, did they not come four at a time.
template <int kSide>
using GridShape = BoardShape<kSide, std::max(4, orders_of(kSide))>;

template <std::size_t... kIndex>
auto make_kernels(std::index_sequence<kIndex...>) {
  return std::array{make_grid_subsets_kernel<GridShape<kLaneGroupSides[kIndex]>>()...};
}

TallyKernel kernel_for(int side) {
  static const auto kernels = make_kernels(std::make_index_sequence<kLaneGroupSides.size()>());
  if (side <= kLaneSides.back()) {
    throw std::invalid_argument("grid subsets: a side must be 12 or more");
  }
  return *std::find_if(kernels.begin(), kernels.end(),
                       [&](const TallyKernel& kernel) { return kernel.side >= side; });
}

}  // namespace

GridSubsets draw_grid_subsets(const FillTask& task) {
  const FillPlan plan(task);
  const TallyKernel kernel = kernel_for(std::max(plan.rows, plan.columns));
  DeviceTask device_task{.keys = plan.keys,
                         .first_unit = 0,
                         .end_unit = plan.units,
                         .end_pair = (plan.units + 1) / 2,
                         .reduction_side = plan.side,
                         .blacks = plan.blacks,
                         .single_count = plan.single_count,
                         .pair_count = 0,
                         .rows = plan.rows,
                         .columns = plan.columns,
                         .black = {},
                         .empty = {}};
  const BatchSize size{1, device_task.end_pair};
  const auto numbers = [&](auto index) {
    std::vector<decltype(index)> cells(kernel.cell_bytes / sizeof index,
                                       static_cast<decltype(index)>(kernel.cells));
    for (int cell = 0; cell < plan.rows * plan.columns; ++cell) {
      cells[static_cast<std::size_t>(cell)] =
          static_cast<decltype(index)>(cell / plan.columns * kernel.columns + cell % plan.columns);
    }
    return cells;
  };

  DeviceBuffer<BatchSize> device_size;
  DeviceBuffer<DeviceTask> device_tasks;
  DeviceBuffer<std::byte> device_cells;
  DeviceBuffer<std::uint64_t> totals;
  const auto copy = [](auto& buffer, const void* from, std::size_t bytes) {
    buffer.reserve(bytes / sizeof *buffer.data());
    check_cuda(cudaMemcpy(buffer.data(), from, bytes, cudaMemcpyHostToDevice),
               "copy to the device");
  };
  std::array<std::uint64_t, 2> sums{};
  copy(device_size, &size, sizeof size);
  copy(device_tasks, &device_task, sizeof device_task);
  if (kernel.wide) {
    copy(device_cells, numbers(std::uint16_t{}).data(), kernel.cell_bytes);
  } else {
    copy(device_cells, numbers(std::uint8_t{}).data(), kernel.cell_bytes);
  }
  copy(totals, sums.data(), sizeof sums);
  FillBatch batch{device_size.data(), device_tasks.data(), device_cells.data(), nullptr, nullptr};
  std::uint64_t* device_totals = totals.data();
  void* arguments[] = {&batch, &device_totals};
  check_cuda(cudaLaunchKernel(
                 kernel.function,
                 dim3(std::min(resident_blocks(kernel.function, kWarpLanes, kernel.shared_bytes),
                               size.pairs)),
                 dim3(kWarpLanes), arguments, kernel.shared_bytes, nullptr),
             "start a kernel");
  check_cuda(cudaMemcpy(sums.data(), totals.data(), sizeof sums, cudaMemcpyDeviceToHost),
             "copy totals from the device");
  return {sums[0], static_cast<std::uint32_t>(sums[1])};
}

}  // namespace isthmus
