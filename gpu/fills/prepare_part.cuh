#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/device/warp.hpp"
#include "gpu/fills/fill_batch.hpp"

// From what the host writes of a part to what the kernels that tally read, by one warp.

namespace isthmus {

__device__ inline int lane_number() { return static_cast<int>(threadIdx.x % kWarpLanes); }

// Copies a part from the host in one go, as each way there takes long, and no more of its sets than
// boards of `cells` cells have.
__device__ inline void fetch_part(const TaskPart& from, TaskPart& to, int cells) {
  static_assert(sizeof(TaskPart) <= kWarpLanes * sizeof(uint4));
  constexpr int kOfSet = sizeof(TaskPart::black) / sizeof(uint4);
  constexpr int kOfSets = offsetof(TaskPart, keys) / sizeof(uint4);
  __syncwarp();
  const int lane = lane_number();
  const bool is_wanted = lane < kOfSets ? lane % kOfSet * 128 < cells
                                        : lane < static_cast<int>(sizeof(TaskPart) / sizeof(uint4));
  if (is_wanted) reinterpret_cast<uint4*>(&to)[lane] = reinterpret_cast<const uint4*>(&from)[lane];
  __syncwarp();
}

__device__ inline bool contains(const std::uint64_t* set, int cell) {
  return (set[cell / 64] >> (cell % 64)) & 1;
}

// Writes the task of a part and its cells, `cell_range` numbers, for a kernel whose boards have
// `columns` columns and `cell_count` cells. `bridges` are as in HostBatch, those of the part.
template <class Index>
__device__ inline void prepare_part(const TaskPart& part, const std::uint16_t* bridges, int columns,
                                    int cell_count, DeviceTask& task, Index* cells,
                                    int cell_range) {
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

}  // namespace isthmus
