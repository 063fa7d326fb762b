#include "gpu/captures/capture_batch.hpp"
#include "gpu/captures/capture_block.cuh"
#include "gpu/captures/group_kernels.hpp"
#include "gpu/device/warp.hpp"

namespace isthmus {

namespace {

inline constexpr int kCaptureThreads = 128;

// On a multiprocessor: what registers leave room for, by trial.
constexpr int min_blocks(int words) { return words <= 4 ? 8 : words <= 8 ? 4 : 2; }

template <class Shape>
__global__ void __launch_bounds__(kCaptureThreads, min_blocks(Shape::kWords))
    play_captures(const CaptureBatch batch) {
  using Phase = typename CaptureLane<Shape>::Phase;
  __shared__ CaptureBlock<Shape> block;
  block.begin(batch);
  __syncthreads();

  CaptureLane<Shape> lane;
  bool has_played = false;
  for (;;) {
    if (__any_sync(kAllLanes, lane.phase == Phase::ended)) {
      block.begin_playouts(lane, has_played);
      if (__all_sync(kAllLanes, lane.phase == Phase::idle)) break;
    }
    lane.play(block.tables);
  }
  block.tally.hand_over(batch);
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
