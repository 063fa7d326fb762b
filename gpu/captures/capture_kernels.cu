#include "gpu/captures/capture_batch.hpp"
#include "gpu/captures/capture_lane.cuh"
#include "gpu/device/warp.hpp"

namespace isthmus {

namespace {

// What a block counts. By the bits of words: playouts in the low half, Black's points in the high.
template <class Shape>
struct CaptureMemory {
  CaptureTables<Shape> tables;
  CaptureStart start;
  CapturePart part;
  std::uint32_t next;  // playout of the part to begin
  std::uint32_t black_wins, draws;
  std::uint32_t black[32 * Shape::kWords], white[32 * Shape::kWords];
  bool is_last;
};

// Counts the playouts of the lanes in `ended`, one after the other, each lane one cell of a word.
template <class Shape>
__device__ void count(const CaptureLane<Shape>& lane, unsigned ended,
                      CaptureMemory<Shape>& memory) {
  const auto number = static_cast<int>(threadIdx.x) % kWarpLanes;
  const std::uint32_t entry = 1 | lane.black_points << 16;
  for (; ended != 0; ended &= ended - 1) {
    const int source = __ffs(static_cast<int>(ended)) - 1;
    const std::uint32_t its_entry = __shfl_sync(kAllLanes, entry, source);
    const bool is_white = __shfl_sync(kAllLanes, static_cast<int>(lane.is_white), source) != 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < Shape::kWords; ++i) {
      const std::uint32_t own = __shfl_sync(kAllLanes, lane.own[i], source);
      const std::uint32_t others = __shfl_sync(kAllLanes, lane.stones[i], source) & ~own;
      const std::uint32_t black = is_white ? others : own, white = is_white ? own : others;
      if ((black >> number & 1) != 0) atomicAdd(&memory.black[32 * i + number], its_entry);
      if ((white >> number & 1) != 0) atomicAdd(&memory.white[32 * i + number], its_entry);
    }
  }
}

// Adds what the block has counted to the tally of its task, and hands that over to the host where
// this was the last of the task's parts.
template <class Shape>
__device__ void hand_over(CaptureMemory<Shape>& memory, const CaptureBatch& batch) {
  constexpr int kBits = 32 * Shape::kWords;
  const std::uint32_t task = memory.part.task;
  std::uint32_t* counts = batch.counts + task * capture_tally_words(Shape::kWords);
  const auto add = [](std::uint32_t& sum, std::uint32_t count) {
    if (count != 0) atomicAdd(&sum, count);
  };
  for (int bit = static_cast<int>(threadIdx.x); bit < kBits; bit += kCaptureThreads) {
    add(counts[2 + bit], memory.black[bit] & 0xffff);
    add(counts[2 + kBits + bit], memory.black[bit] >> 16);
    add(counts[2 + 2 * kBits + bit], memory.white[bit] & 0xffff);
    add(counts[2 + 3 * kBits + bit], memory.white[bit] >> 16);
  }
  if (threadIdx.x == 0) {
    add(counts[0], memory.black_wins);
    add(counts[1], memory.draws);
  }
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    memory.is_last = atomicAdd(&batch.parts_done[task], 1) + 1 == batch.parts_of_task[task];
  }
  __syncthreads();
  if (!memory.is_last) return;
  __threadfence();
  std::uint32_t* tally = batch.tallies + task * capture_tally_words(Shape::kWords);
  for (int i = static_cast<int>(threadIdx.x); i < 2 + 4 * kBits; i += kCaptureThreads) {
    tally[i] = __ldcg(&counts[i]);
    counts[i] = 0;
  }
  if (threadIdx.x == 0) batch.parts_done[task] = 0;
}

// On a multiprocessor: what registers leave room for, by trial.
constexpr int min_blocks(int words) { return words <= 3 ? 8 : words <= 8 ? 4 : 2; }

template <class Shape>
__global__ void __launch_bounds__(kCaptureThreads, min_blocks(Shape::kWords))
    play_captures(const CaptureBatch batch) {
  using Lane = CaptureLane<Shape>;
  using Phase = typename Lane::Phase;
  __shared__ CaptureMemory<Shape> memory;
  const auto thread = static_cast<int>(threadIdx.x);
  if (thread == 0) {
    memory.part = batch.parts[blockIdx.x];
    memory.next = memory.black_wins = memory.draws = 0;
  }
  memory.tables.fill(thread, kCaptureThreads);
  for (int bit = thread; bit < 32 * Shape::kWords; bit += kCaptureThreads) {
    memory.black[bit] = memory.white[bit] = 0;
  }
  __syncthreads();
  const CaptureStart& start = batch.tasks[memory.part.task];
  for (int i = thread; i < CaptureStart::kSets * Shape::kWords; i += kCaptureThreads) {
    memory.start.words[i] = start.words[i];
  }
  if (thread == 0) {
    memory.start.key = start.key;
    memory.start.is_white = start.is_white;
  }
  __syncthreads();

  Lane lane;
  bool has_played = false;
  for (;;) {
    if (__any_sync(kAllLanes, lane.phase == Phase::ended)) {
      count(lane, __ballot_sync(kAllLanes, lane.phase == Phase::ended && has_played), memory);
      if (lane.phase == Phase::ended) {
        if (has_played && lane.black_points == 2) atomicAdd(&memory.black_wins, 1);
        if (has_played && lane.black_points == 1) atomicAdd(&memory.draws, 1);
        const std::uint32_t playout = atomicAdd(&memory.next, 1);
        if (playout < memory.part.playouts) {
          lane.begin(memory.start, memory.part.first + playout);
          has_played = true;
        } else {
          lane.phase = Phase::idle;
        }
      }
      if (__all_sync(kAllLanes, lane.phase == Phase::idle)) break;
    }
    lane.play(memory.tables);
  }
  __syncthreads();
  hand_over(memory, batch);
}

}  // namespace

CaptureKernel capture_kernel(int side) {
  return with_capture_shape(side, [](auto shape) {
    using Shape = decltype(shape);
    return CaptureKernel{Shape::kSide, reinterpret_cast<const void*>(play_captures<Shape>)};
  });
}

}  // namespace isthmus
