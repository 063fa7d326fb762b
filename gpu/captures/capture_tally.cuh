#pragma once

#include <cstdint>

#include "engine/captures/capture_shape.hpp"
#include "gpu/captures/capture_batch.hpp"

namespace isthmus {

// What a block counts of its part, in shared memory. By the bits of words (capture_bit()), or by
// cells: playouts in the low half, Black's points in the high.
template <class Shape, bool kByCells>
struct CaptureTally {
  static constexpr int kCells = Shape::kSide * Shape::kSide;
  static constexpr int kPlaces = kByCells ? kCells : 32 * Shape::kWords;

  CapturePart part;
  std::uint32_t next;  // playout of the part to begin
  std::uint32_t black_wins, draws;
  std::uint32_t black[kPlaces], white[kPlaces];
  bool is_last;

  // By all threads of the block, and so below.
  __device__ void begin(const CaptureBatch& batch) {
    if (threadIdx.x == 0) {
      part = batch.parts[blockIdx.x];
      next = black_wins = draws = 0;
    }
    for (unsigned i = threadIdx.x; i < kPlaces; i += blockDim.x) black[i] = white[i] = 0;
    __syncthreads();
  }

  // By one thread: what a cell of a playout that came to these points for Black counts.
  __device__ static std::uint32_t entry(std::uint32_t black_points) {
    return 1 | black_points << 16;
  }
  __device__ void count(std::uint32_t black_points) {
    if (black_points == 2) atomicAdd(&black_wins, 1);
    if (black_points == 1) atomicAdd(&draws, 1);
  }

  // Adds what was counted to the tally of the task, and hands that over to the host where this was
  // the last of the task's parts.
  __device__ void hand_over(const CaptureBatch& batch) {
    __syncthreads();
    const std::uint32_t task = part.task;
    std::uint32_t* counts = batch.counts + task * capture_tally_words(Shape::kSide);
    const auto add = [](std::uint32_t& sum, std::uint32_t count) {
      if (count != 0) atomicAdd(&sum, count);
    };
    for (int cell = static_cast<int>(threadIdx.x); cell < kCells;
         cell += static_cast<int>(blockDim.x)) {
      const int i = kByCells ? cell : capture_bit(Shape::kSide, cell);
      add(counts[2 + cell], black[i] & 0xffff);
      add(counts[2 + kCells + cell], black[i] >> 16);
      add(counts[2 + 2 * kCells + cell], white[i] & 0xffff);
      add(counts[2 + 3 * kCells + cell], white[i] >> 16);
    }
    if (threadIdx.x == 0) {
      add(counts[0], black_wins);
      add(counts[1], draws);
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
      is_last = atomicAdd(&batch.parts_done[task], 1) + 1 == batch.parts_of_task[task];
    }
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    std::uint32_t* tally = batch.tallies + task * capture_tally_words(Shape::kSide);
    for (unsigned i = threadIdx.x; i < 2 + 4 * kCells; i += blockDim.x) {
      tally[i] = __ldcg(&counts[i]);
      counts[i] = 0;
    }
    if (threadIdx.x == 0) batch.parts_done[task] = 0;
  }
};

}  // namespace isthmus
