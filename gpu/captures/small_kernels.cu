#include "gpu/captures/capture_batch.hpp"
#include "gpu/captures/group_image.hpp"
#include "gpu/captures/small_block.cuh"

namespace isthmus {

namespace {

// On a multiprocessor, by trial.
constexpr int min_small_blocks(int words) { return words <= 3 ? 2 : 1; }

template <class Shape>
__global__ void __launch_bounds__(SmallCaptureBlock<Shape>::kMaxThreads,
                                  min_small_blocks(Shape::kWords))
    play_few_captures(const CaptureBatch batch) {
  __shared__ SmallCaptureBlock<Shape> block;
  block.play(batch);
}

}  // namespace

CaptureKernel small_capture_kernel(int side) {
  return with_capture_shape(side, [](auto shape) {
    using Shape = decltype(shape);
    if constexpr (plays_by_groups(Shape::kSide)) {
      return CaptureKernel{};
    } else {
      return CaptureKernel{reinterpret_cast<const void*>(play_few_captures<Shape>),
                           SmallCaptureBlock<Shape>::kMaxThreads, 0};
    }
  });
}

}  // namespace isthmus
