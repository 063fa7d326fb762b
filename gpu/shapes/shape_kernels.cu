#include <array>
#include <cstddef>
#include <utility>

#include "gpu/shapes/exact_shape_worker.cuh"
#include "gpu/shapes/shape_kernels.hpp"
#include "gpu/shapes/shape_worker.cuh"

namespace isthmus {

namespace {

template <int kTeam>
constexpr int kBlockWarps = kTeam == 1 ? 8 : kTeam;

// Blocks that a multiprocessor has registers for.
template <int kSide, int kTeam>
constexpr int kBlocks = kSide <= 8 ? 16 / kBlockWarps<kTeam> : 1;

template <int kSide, int kTeam>
struct ShapeMemory {
  typename ShapeWorker<kSide, kTeam>::Memory warps[kBlockWarps<kTeam>];
  typename ShapeTeam<kSide, kTeam>::Memory team;
};

// Calls play(task, number, first) for the items of a team in turn: the number of the task that an
// item is of, and its first unit. Before that the warp's scratch is zero, as far as `words` go.
template <int kTeam, class Play>
__device__ __forceinline__ void for_each_item(const ShapeBatch& batch, std::uint32_t* scratch,
                                              std::size_t words, Play&& play) {
  constexpr int kTeams = kBlockWarps<kTeam> / kTeam;  // of a block
  const auto lane = threadIdx.x % kWarpLanes, warp = threadIdx.x / kWarpLanes;
  const std::uint32_t teams = gridDim.x * kTeams;
  for (auto i = lane; i < words; i += kWarpLanes) scratch[i] = 0;
  __syncwarp();
  std::uint32_t number = 0;
  for (std::uint32_t item = blockIdx.x * kTeams + warp / kTeam; item < batch.item_count;
       item += teams) {
    while (number + 1 < batch.task_count && batch.tasks[number + 1].first_item <= item) ++number;
    const DeviceShapeTask& task = batch.tasks[number];
    play(task, number, (item - task.first_item) * batch.units);
  }
}

// The scratch of the warp.
template <class Worker>
__device__ __forceinline__ std::uint32_t* scratch_of_warp(const ShapeBatch& batch) {
  const std::size_t warps = blockDim.x / kWarpLanes;
  return batch.scratch + (blockIdx.x * warps + threadIdx.x / kWarpLanes) * Worker::kScratchWords;
}

template <int kSide, int kTeam>
__global__ void __launch_bounds__(kBlockWarps<kTeam>* kWarpLanes, kBlocks<kSide, kTeam>)
    shape_kernel_of(const ShapeBatch batch) {
  using Worker = ShapeWorker<kSide, kTeam>;
  extern __shared__ __align__(16) unsigned char shared[];
  auto& memory = *reinterpret_cast<ShapeMemory<kSide, kTeam>*>(shared);
  const int lane = static_cast<int>(threadIdx.x) % kWarpLanes;
  const int warp = static_cast<int>(threadIdx.x) / kWarpLanes;
  std::uint32_t* scratch = scratch_of_warp<Worker>(batch);
  for_each_item<kTeam>(batch, scratch, Worker::kScratchWords,
                       [&](const DeviceShapeTask& task, std::uint32_t number, std::uint32_t first) {
                         std::uint32_t* counts = batch.counts + number * kShapeCountWords<kSide>;
                         Worker worker(task, memory.warps[warp], memory.team, warp % kTeam, lane,
                                       scratch, counts);
                         if (first == 0 && worker.is_decided()) *counts = 1;
                         worker.run(first, min(first + batch.units, task.units));
                       });
}

template <int kSide>
struct ExactShapeMemory {
  typename ExactShapeWorker<kSide>::Memory warps[kBlockWarps<1>];
};

template <int kSide>
__global__ void __launch_bounds__(kBlockWarps<1>* kWarpLanes, kBlocks<kSide, 1>)
    exact_shape_kernel_of(const ShapeBatch batch) {
  using Worker = ExactShapeWorker<kSide>;
  extern __shared__ __align__(16) unsigned char shared[];
  auto& memory = *reinterpret_cast<ExactShapeMemory<kSide>*>(shared);
  const int lane = static_cast<int>(threadIdx.x) % kWarpLanes;
  const int warp = static_cast<int>(threadIdx.x) / kWarpLanes;
  std::uint32_t* scratch = scratch_of_warp<Worker>(batch);
  for_each_item<1>(batch, scratch, Worker::kSharedScratchWords,
                   [&](const DeviceShapeTask& task, std::uint32_t number, std::uint32_t first) {
                     std::uint32_t* counts = batch.counts + number * kShapeCountWords<kSide>;
                     Worker worker(task, memory.warps[warp], lane, scratch, counts);
                     if (worker.run(first, min(first + batch.units, task.units), first == 0))
                       *counts = 1;
                   });
}

template <int kSide, int kTeam>
ShapeKernel make_shape_kernel() {
  using Memory = ShapeMemory<kSide, kTeam>;
  static_assert(sizeof(Memory) <= 227 * 1024, "more than a block gets");
  return {kSide,
          kTeam,
          kBlockWarps<kTeam>,
          sizeof(Memory),
          ShapeWorker<kSide, kTeam>::kScratchWords,
          kShapeCountWords<kSide>,
          reinterpret_cast<const void*>(shape_kernel_of<kSide, kTeam>)};
}

template <int kSide>
ShapeKernel make_exact_shape_kernel() {
  using Memory = ExactShapeMemory<kSide>;
  static_assert(sizeof(Memory) <= 227 * 1024, "more than a block gets");
  return {kSide,
          1,
          kBlockWarps<1>,
          sizeof(Memory),
          ExactShapeWorker<kSide>::kScratchWords,
          kShapeCountWords<kSide>,
          reinterpret_cast<const void*>(exact_shape_kernel_of<kSide>)};
}

// The kernels of a side, by ShapeKernelKind. Of side 8 small batches take 419 microseconds by ten
// warps, 457 by eight.
template <int kSide>
std::array<ShapeKernel, kShapeKernelKinds> make_shape_kernels() {
  constexpr int kTeamOfFew = kSide == 8 ? 10 : 8;
  return {make_shape_kernel<kSide, 1>(), make_exact_shape_kernel<kSide>(),
          make_shape_kernel<kSide, kTeamOfFew>()};
}

}  // namespace

const ShapeKernel& shape_kernel(int side, ShapeKernelKind kind) {
  constexpr int kSides = ShapeTask::kMaxSide - ShapeTask::kMinSide + 1;
  static const auto kernels = []<int... kIndex>(std::integer_sequence<int, kIndex...>) {
    return std::array{make_shape_kernels<ShapeTask::kMinSide + kIndex>()...};
  }
  (std::make_integer_sequence<int, kSides>());
  return kernels[static_cast<std::size_t>(side - ShapeTask::kMinSide)]
                [static_cast<std::size_t>(kind)];
}

}  // namespace isthmus
