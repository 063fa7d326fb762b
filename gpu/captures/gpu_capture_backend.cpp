#include "gpu/captures/gpu_capture_backend.hpp"

#include <algorithm>
#include <stdexcept>

#include "gpu/captures/capture_stream.hpp"
#include "gpu/device/cuda_error.hpp"

namespace isthmus {

GpuCaptureBackend::GpuCaptureBackend(int device) : device_(device) {
  check_cuda(cudaSetDevice(device_), "use the device");
  for (int side = kMinCaptureSide; side <= kMaxCaptureSide; ++side) streams_[side];
  // Fails at once where there is no code for the device.
  cudaFuncAttributes attributes;
  check_cuda(cudaFuncGetAttributes(&attributes, capture_kernel(kMinCaptureSide).function),
             "run kernels on the device");
}

GpuCaptureBackend::~GpuCaptureBackend() = default;

// Enough leaves of a tree to give each lane of a device about one playout of a thousand a leaf.
int GpuCaptureBackend::preferred_batch() const { return 128; }

void GpuCaptureBackend::run(std::span<const CaptureTask> tasks,
                            std::span<OutcomeCounts> counts) const {
  std::map<int, std::vector<CaptureStream::Order>> by_side;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    by_side[tasks[i].side].push_back({&tasks[i], &counts[i]});
  check_cuda(cudaSetDevice(device_), "use the device");
  for (const auto& [side, orders] : by_side) {
    const auto pool = streams_.find(side);
    if (pool == streams_.end()) make_capture_start(*orders.front().task);  // throws
    std::unique_ptr<CaptureStream> stream = pool->second.take(side);
    for (std::size_t first = 0; first < orders.size(); first += CaptureStream::kMaxTasks) {
      const std::size_t count = std::min(orders.size() - first, CaptureStream::kMaxTasks);
      stream->run(std::span(orders).subspan(first, count));
    }
    pool->second.give_back(std::move(stream));
  }
}

}  // namespace isthmus
