#include <array>
#include <cstddef>
#include <utility>

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

template <int kSide, int kTeam>
__global__ void __launch_bounds__(kBlockWarps<kTeam>* kWarpLanes, kBlocks<kSide, kTeam>)
    shape_kernel_of(const ShapeBatch batch) {
  constexpr int kTeams = kBlockWarps<kTeam> / kTeam;  // of a block
  extern __shared__ __align__(16) unsigned char shared[];
  auto& memory = *reinterpret_cast<ShapeMemory<kSide, kTeam>*>(shared);
  const int lane = static_cast<int>(threadIdx.x) % kWarpLanes;
  const int warp = static_cast<int>(threadIdx.x) / kWarpLanes;
  const std::uint32_t teams = gridDim.x * kTeams;
  std::uint32_t* scratch =
      batch.scratch + (std::size_t{blockIdx.x} * kBlockWarps<kTeam> + static_cast<unsigned>(warp)) *
                          ShapeWorker<kSide, kTeam>::kScratchWords;
  for (auto i = static_cast<unsigned>(lane); i < ShapeWorker<kSide, kTeam>::kScratchWords;
       i += kWarpLanes) {
    scratch[i] = 0;
  }
  __syncwarp();
  std::uint32_t number = 0;
  for (std::uint32_t item = blockIdx.x * kTeams + static_cast<unsigned>(warp / kTeam);
       item < batch.item_count; item += teams) {
    while (number + 1 < batch.task_count && batch.tasks[number + 1].first_item <= item) ++number;
    const DeviceShapeTask& task = batch.tasks[number];
    const std::uint32_t first = (item - task.first_item) * batch.units;
    std::uint32_t* counts = batch.counts + number * kShapeCountWords<kSide>;
    ShapeWorker<kSide, kTeam> worker(task, memory.warps[warp], memory.team, warp % kTeam, lane,
                                     scratch, counts);
    if (first == 0 && worker.is_decided()) *counts = 1;
    worker.run(first, min(first + batch.units, task.units));
  }
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

// The kernels of a side: for many items and for few. Of side 8 small batches take 419 microseconds
// by ten warps, 457 by eight.
template <int kSide>
std::array<ShapeKernel, 2> make_shape_kernels() {
  constexpr int kTeamOfFew = kSide == 8 ? 10 : 8;
  return {make_shape_kernel<kSide, 1>(), make_shape_kernel<kSide, kTeamOfFew>()};
}

}  // namespace

const ShapeKernel& shape_kernel(int side, bool few) {
  constexpr int kSides = ShapeTask::kMaxSide - ShapeTask::kMinSide + 1;
  static const auto kernels = []<int... kIndex>(std::integer_sequence<int, kIndex...>) {
    return std::array{make_shape_kernels<ShapeTask::kMinSide + kIndex>()...};
  }
  (std::make_integer_sequence<int, kSides>());
  return kernels[static_cast<std::size_t>(side - ShapeTask::kMinSide)][few ? 1 : 0];
}

}  // namespace isthmus
