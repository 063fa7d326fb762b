#include <algorithm>
#include <array>

#include "gpu/fills/board_shape.cuh"
#include "gpu/fills/fill_worker.cuh"
#include "gpu/fills/leaf_kernels.hpp"
#include "gpu/fills/prepare_part.cuh"
#include "gpu/fills/tally_kernel.cuh"

namespace isthmus {

namespace {

// The boards of a leaf, of which a warp has no more units than that: more orders would only keep
// other blocks away.
template <int kSide>
using LeafShape = BoardShape<kSide, kMaxLeafUnits / kLeafWarps>;

// What a block has in shared memory: a batch of one task, and its warps.
template <class Shape>
struct LeafMemory {
  typename FillWorker<Shape, TallyUse>::Memory warps[kLeafWarps];
  alignas(16) std::byte part[sizeof(TaskPart)];
  alignas(16) std::byte task[sizeof(DeviceTask)];
  BatchSize size;
  alignas(4) typename Shape::Index cells[Shape::Orders::kPitch];
  CellCounts counts[Shape::kCells];
  std::uint32_t connects;
};

template <class Shape>
__global__ void __launch_bounds__(kLeafThreads) leaf_kernel(const HostBatch host) {
  constexpr int kSide = Shape::kSide;
  extern __shared__ __align__(16) unsigned char shared[];
  auto& memory = *reinterpret_cast<LeafMemory<Shape>*>(shared);
  auto& part = *reinterpret_cast<TaskPart*>(memory.part);
  auto& task = *reinterpret_cast<DeviceTask*>(memory.task);
  const int warp = static_cast<int>(threadIdx.x) / kWarpLanes;
  if (warp == 0) fetch_part(host.parts[blockIdx.x], part, Shape::kBoardCells);
  __syncthreads();
  if (part.first_unit == part.end_unit) return;

  if (warp == 0) {
    const std::uint16_t* bridges = host.bridges + std::size_t{blockIdx.x} * kSide * kSide;
    prepare_part(part, bridges, Shape::kColumns, Shape::kCells, task, memory.cells,
                 Shape::Orders::kPitch);
    if (lane_number() == 0) {
      task.end_pair = (part.end_unit - part.first_unit + 1) / 2;
      memory.size = {1, task.end_pair};
      memory.connects = 0;
    }
  } else {
    for (int cell = static_cast<int>(threadIdx.x) - kWarpLanes; cell < Shape::kCells;
         cell += kLeafThreads - kWarpLanes) {
      memory.counts[cell] = {};
    }
  }
  __syncthreads();

  const FillBatch batch{&memory.size, &task, reinterpret_cast<std::byte*>(memory.cells),
                        memory.counts, &memory.connects};
  FillWorker<Shape, TallyUse>(batch, memory.warps[warp], lane_number())
      .run(static_cast<std::uint32_t>(warp), kLeafWarps);
  __syncthreads();

  std::uint32_t* tally = host.tallies + blockIdx.x * tally_words(kSide);
  for (int cell = static_cast<int>(threadIdx.x); cell < part.rows * part.columns;
       cell += kLeafThreads) {
    const int number = cell / part.columns * Shape::kColumns + cell % part.columns;
    const bool is_empty = (task.empty[number / 32] >> (number % 32)) & 1;
    const CellCounts count = memory.counts[number];
    tally[1 + cell] = is_empty ? count.black | count.black_and_connects << 16 : 0;
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence_system();
    *static_cast<volatile std::uint32_t*>(tally) = memory.connects;
  }
}

template <class Shape>
LeafKernel make_leaf_kernel() {
  return {Shape::kSide, sizeof(LeafMemory<Shape>),
          reinterpret_cast<const void*>(leaf_kernel<Shape>)};
}

}  // namespace

const LeafKernel* find_leaf_kernel(int side) {
  static const auto kernels = []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return std::array{make_leaf_kernel<LeafShape<kLaneSides[kIndex]>>()...};
  }
  (std::make_index_sequence<kLaneSides.size()>());
  const auto found = std::find_if(kernels.begin(), kernels.end(),
                                  [&](const LeafKernel& kernel) { return kernel.side == side; });
  return found == kernels.end() ? nullptr : &*found;
}

}  // namespace isthmus
