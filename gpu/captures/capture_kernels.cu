#include "gpu/captures/capture_batch.hpp"
#include "gpu/captures/capture_lane.cuh"
#include "gpu/captures/capture_tally.cuh"
#include "gpu/captures/group_kernels.hpp"
#include "gpu/device/warp.hpp"

namespace isthmus {

namespace {

inline constexpr int kCaptureThreads = 128;

template <class Shape>
struct CaptureMemory {
  CaptureTables<Shape> tables;
  CaptureStart start;
  CaptureTally<Shape, false> tally;
};

// Counts the playouts of the lanes in `ended`, one after the other, each lane one cell of a word.
template <class Shape>
__device__ void count(const CaptureLane<Shape>& lane, unsigned ended,
                      CaptureTally<Shape, false>& tally) {
  const auto number = static_cast<int>(threadIdx.x) % kWarpLanes;
  const std::uint32_t entry = tally.entry(lane.black_points);
  for (; ended != 0; ended &= ended - 1) {
    const int source = __ffs(static_cast<int>(ended)) - 1;
    const std::uint32_t its_entry = __shfl_sync(kAllLanes, entry, source);
    const bool is_white = __shfl_sync(kAllLanes, static_cast<int>(lane.is_white), source) != 0;
    ISTHMUS_UNROLL
    for (int i = 0; i < Shape::kWords; ++i) {
      const std::uint32_t own = __shfl_sync(kAllLanes, lane.own[i], source);
      const std::uint32_t others = __shfl_sync(kAllLanes, lane.stones[i], source) & ~own;
      const std::uint32_t black = is_white ? others : own, white = is_white ? own : others;
      if ((black >> number & 1) != 0) atomicAdd(&tally.black[32 * i + number], its_entry);
      if ((white >> number & 1) != 0) atomicAdd(&tally.white[32 * i + number], its_entry);
    }
  }
}

// On a multiprocessor: what registers leave room for, by trial.
constexpr int min_blocks(int words) { return words <= 3 ? 8 : words <= 8 ? 4 : 2; }

template <class Shape>
__global__ void __launch_bounds__(kCaptureThreads, min_blocks(Shape::kWords))
    play_captures(const CaptureBatch batch) {
  using Lane = CaptureLane<Shape>;
  using Phase = typename Lane::Phase;
  __shared__ CaptureMemory<Shape> memory;
  CaptureTally<Shape, false>& tally = memory.tally;
  const auto thread = static_cast<int>(threadIdx.x);
  memory.tables.fill(thread, kCaptureThreads);
  tally.begin(batch);
  const CaptureStart& start = batch.tasks[tally.part.task];
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
      count(lane, __ballot_sync(kAllLanes, lane.phase == Phase::ended && has_played), tally);
      if (lane.phase == Phase::ended) {
        if (has_played) tally.count(lane.black_points);
        const std::uint32_t playout = atomicAdd(&tally.next, 1);
        if (playout < tally.part.playouts) {
          lane.begin(memory.start, tally.part.first + playout);
          has_played = true;
        } else {
          lane.phase = Phase::idle;
        }
      }
      if (__all_sync(kAllLanes, lane.phase == Phase::idle)) break;
    }
    lane.play(memory.tables);
  }
  tally.hand_over(batch);
}

}  // namespace

CaptureKernel capture_kernel(int side) {
  return with_capture_shape(side, [](auto shape) {
    using Shape = decltype(shape);
    if constexpr (plays_by_groups(Shape::kSide)) {
      return group_kernel(Shape::kSide);
    } else {
      return CaptureKernel{reinterpret_cast<const void*>(play_captures<Shape>), kCaptureThreads, 0};
    }
  });
}

}  // namespace isthmus
