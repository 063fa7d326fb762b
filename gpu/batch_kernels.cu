#include "gpu/batch_kernels.hpp"
#include "gpu/cuda_error.hpp"
#include "gpu/warp.hpp"

namespace isthmus {

namespace {

constexpr int kBlocks = 128;
constexpr int kBlockThreads = 128;

__device__ std::uint32_t first_warp() {
  return (blockIdx.x * blockDim.x + threadIdx.x) / kWarpLanes;
}
__device__ std::uint32_t warps() { return gridDim.x * blockDim.x / kWarpLanes; }
__device__ int lane_number() { return static_cast<int>(threadIdx.x % kWarpLanes); }

__device__ bool contains(const std::uint64_t* set, int cell) {
  return (set[cell / 64] >> (cell % 64)) & 1;
}

// One part, by one warp.
template <class Index>
__device__ void prepare_part(const TaskPart& part, const std::uint16_t* bridges, int side,
                             DeviceTask& task, Index* cells, int cell_range) {
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
  }
  int singles = 0;
  for (int first = 0; first < side * side; first += kWarpLanes) {
    const int row = (first + lane) / side;
    const int column = (first + lane) % side;
    const int cell = row * part.columns + column;
    const bool on_board = row < part.rows && column < part.columns;
    // Black lies below the board, White to its right.
    const bool black =
        on_board ? contains(part.black, cell) : row >= part.rows && first + lane < side * side;
    const bool single = on_board && contains(part.single, cell);
    const std::uint32_t black_word = __ballot_sync(kAllLanes, black);
    const std::uint32_t single_word = __ballot_sync(kAllLanes, single);
    if (lane == 0) task.black[first / kWarpLanes] = black_word;
    if (single) {
      const std::uint32_t before = single_word & ((1u << lane) - 1);
      cells[singles + __popc(before)] = static_cast<Index>(first + lane);
    }
    singles += __popc(single_word);
  }
  for (int i = singles + lane; i < cell_range; i += kWarpLanes) {
    const int bridge_cell = i - singles;
    int number = side * side;
    if (bridge_cell < 2 * part.pair_count) {
      const int cell = bridges[bridge_cell];
      number = cell / part.columns * side + cell % part.columns;
    }
    cells[i] = static_cast<Index>(number);
  }
}

template <class Index>
__global__ void prepare_batch(const HostBatch host, const FillBatch batch, int side,
                              int cell_range) {
  const std::uint32_t tasks = host.size->tasks;
  if (blockIdx.x == 0 && threadIdx.x == 0) *batch.size = *host.size;
  const auto cell_count = static_cast<std::size_t>(side * side);
  for (std::uint32_t i = first_warp(); i < tasks; i += warps()) {
    prepare_part(host.parts[i], host.bridges + i * cell_count, side, batch.tasks[i],
                 reinterpret_cast<Index*>(batch.cells) + std::size_t{i} * cell_range, cell_range);
    for (int cell = lane_number(); cell < side * side; cell += kWarpLanes) {
      batch.counts[i * cell_count + cell] = {};
    }
    if (lane_number() == 0) batch.connects[i] = 0;
  }
}

__global__ void finish_batch(const HostBatch host, const FillBatch batch, int side) {
  const std::uint32_t tasks = batch.size->tasks;
  for (std::uint32_t i = first_warp(); i < tasks; i += warps()) {
    const TaskPart& part = host.parts[i];
    const CellCounts* counts = batch.counts + std::size_t{i} * side * side;
    std::uint32_t* tally = host.tallies + i * tally_words(side);
    if (lane_number() == 0) *tally = batch.connects[i];
    const int cells = part.rows * part.columns;
    for (int cell = lane_number(); cell < cells; cell += kWarpLanes) {
      CellCounts count{};
      if (contains(part.empty, cell)) {
        count = counts[cell / part.columns * side + cell % part.columns];
      }
      tally[1 + cell] = count.black;
      tally[1 + cells + cell] = count.black_and_connects;
    }
  }
}

}  // namespace

void start_prepare(const HostBatch& host, const FillBatch& batch, const TallyKernel& kernel,
                   cudaStream_t stream) {
  const auto bytes = static_cast<int>(kernel.cell_bytes);
  if (kernel.wide) {
    prepare_batch<std::uint16_t>
        <<<kBlocks, kBlockThreads, 0, stream>>>(host, batch, kernel.side, bytes / 2);
  } else {
    prepare_batch<std::uint8_t>
        <<<kBlocks, kBlockThreads, 0, stream>>>(host, batch, kernel.side, bytes);
  }
  check_cuda(cudaGetLastError(), "start a kernel");
}

void start_finish(const HostBatch& host, const FillBatch& batch, const TallyKernel& kernel,
                  cudaStream_t stream) {
  finish_batch<<<kBlocks, kBlockThreads, 0, stream>>>(host, batch, kernel.side);
  check_cuda(cudaGetLastError(), "start a kernel");
}

}  // namespace isthmus
