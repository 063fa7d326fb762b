#include "gpu/batch_kernels.hpp"
#include "gpu/overlap.cuh"
#include "gpu/warp.hpp"

namespace isthmus {

namespace {

constexpr int kBlockWarps = kBatchBlockThreads / kWarpLanes;

__device__ std::uint32_t first_warp() {
  return (blockIdx.x * blockDim.x + threadIdx.x) / kWarpLanes;
}
__device__ std::uint32_t warps() { return gridDim.x * kBlockWarps; }
__device__ int lane_number() { return static_cast<int>(threadIdx.x % kWarpLanes); }

// Copies a part from the host in one go, as each way there takes long.
__device__ void fetch(const TaskPart& from, TaskPart& to) {
  static_assert(sizeof(TaskPart) <= kWarpLanes * sizeof(uint4));
  __syncwarp();
  const int lane = lane_number();
  if (lane < static_cast<int>(sizeof(TaskPart) / sizeof(uint4))) {
    reinterpret_cast<uint4*>(&to)[lane] = reinterpret_cast<const uint4*>(&from)[lane];
  }
  __syncwarp();
}

__device__ bool contains(const std::uint64_t* set, int cell) {
  return (set[cell / 64] >> (cell % 64)) & 1;
}

// One part, by one warp.
template <class Index>
__device__ void prepare_part(const TaskPart& part, const std::uint16_t* bridges, int columns,
                             int cell_count, DeviceTask& task, Index* cells, int cell_range) {
  const int lane = lane_number();
  if (lane == 0) {
    task.keys = part.keys;
    task.first_unit = part.first_unit;
    task.end_unit = part.end_unit;
    task.end_pair = part.end_pair;
    task.reduction_side = part.reduction_side;
    task.blacks = part.blacks;
    task.single_count = part.single_count;
    task.pair_count = part.pair_count;
    task.rows = part.rows;
    task.columns = part.columns;
  }
  int singles = 0;
  for (int first = 0; first < cell_count; first += kWarpLanes) {
    const int row = (first + lane) / columns;
    const int column = (first + lane) % columns;
    const int cell = row * part.columns + column;
    const bool on_board = row < part.rows && column < part.columns;
    // Black lies below the board, White to its right.
    const bool black =
        on_board ? contains(part.black, cell) : row >= part.rows && first + lane < cell_count;
    const bool single = on_board && contains(part.single, cell);
    const std::uint32_t black_word = __ballot_sync(kAllLanes, black);
    const std::uint32_t empty_word =
        __ballot_sync(kAllLanes, on_board && contains(part.empty, cell));
    const std::uint32_t single_word = __ballot_sync(kAllLanes, single);
    if (lane == 0) {
      task.black[first / kWarpLanes] = black_word;
      task.empty[first / kWarpLanes] = empty_word;
    }
    if (single) {
      const std::uint32_t before = single_word & ((1u << lane) - 1);
      cells[singles + __popc(before)] = static_cast<Index>(first + lane);
    }
    singles += __popc(single_word);
  }
  for (int i = singles + lane; i < cell_range; i += kWarpLanes) {
    const int bridge_cell = i - singles;
    int number = cell_count;
    if (bridge_cell < 2 * part.pair_count) {
      const int cell = bridges[bridge_cell];
      number = cell / part.columns * columns + cell % part.columns;
    }
    cells[i] = static_cast<Index>(number);
  }
}

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
    fetch(host.parts[i], part);
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
