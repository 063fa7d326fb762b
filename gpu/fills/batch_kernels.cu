#include "gpu/device/warp.hpp"
#include "gpu/fills/batch_kernels.hpp"
#include "gpu/fills/overlap.cuh"
#include "gpu/fills/prepare_part.cuh"

namespace isthmus {

namespace {

constexpr int kBlockWarps = kBatchBlockThreads / kWarpLanes;

__device__ std::uint32_t first_warp() {
  return (blockIdx.x * blockDim.x + threadIdx.x) / kWarpLanes;
}
__device__ std::uint32_t warps() { return gridDim.x * kBlockWarps; }

template <class Index>
__global__ void __launch_bounds__(kBatchBlockThreads)
    prepare_batch(const HostBatch host, const FillBatch batch, int side, int columns,
                  int cell_range) {
  alignas(TaskPart) __shared__ unsigned char parts[kBlockWarps][sizeof(TaskPart)];
  TaskPart& part = reinterpret_cast<TaskPart&>(parts[threadIdx.x / kWarpLanes]);
  let_next_kernel_come();
  const BatchSize size = *host.size;
  if (blockIdx.x == 0 && threadIdx.x == 0) *batch.size = size;
  const int cell_count = side * columns;
  for (std::uint32_t i = first_warp(); i < size.tasks; i += warps()) {
    fetch_part(host.parts[i], part, side * side);
    prepare_part(part, host.bridges + std::size_t{i} * side * side, columns, cell_count,
                 batch.tasks[i],
                 reinterpret_cast<Index*>(batch.cells) + std::size_t{i} * cell_range, cell_range);
    for (int cell = lane_number(); cell < cell_count; cell += kWarpLanes) {
      batch.counts[std::size_t{i} * cell_count + cell] = {};
    }
    if (lane_number() == 0) batch.connects[i] = 0;
  }
}

__global__ void __launch_bounds__(kBatchBlockThreads)
    finish_batch(const HostBatch host, const FillBatch batch, int side, int columns) {
  wait_for_last_kernel();
  const std::uint32_t tasks = batch.size->tasks;
  for (std::uint32_t i = first_warp(); i < tasks; i += warps()) {
    const DeviceTask& task = batch.tasks[i];
    const CellCounts* counts = batch.counts + std::size_t{i} * side * columns;
    std::uint32_t* tally = host.tallies + i * tally_words(side);
    if (lane_number() == 0) *tally = batch.connects[i];
    const int cells = task.rows * task.columns;
    for (int cell = lane_number(); cell < cells; cell += kWarpLanes) {
      const int number = cell / task.columns * columns + cell % task.columns;
      const bool is_empty = (task.empty[number / 32] >> (number % 32)) & 1;
      const CellCounts count = counts[number];
      tally[1 + cell] = is_empty ? count.black : 0;
      tally[1 + cells + cell] = is_empty ? count.black_and_connects : 0;
    }
  }
}

}  // namespace

const void* prepare_kernel(bool wide) {
  return wide ? reinterpret_cast<const void*>(prepare_batch<std::uint16_t>)
              : reinterpret_cast<const void*>(prepare_batch<std::uint8_t>);
}

const void* finish_kernel() { return reinterpret_cast<const void*>(finish_batch); }

}  // namespace isthmus
