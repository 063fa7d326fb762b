#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engine/captures/capture_backend.hpp"
#include "gpu/device/idle_pool.hpp"

namespace isthmus {

class CaptureStream;

// Plays on a GPU of NVIDIA's, a board a thread.
class GpuCaptureBackend final : public CaptureBackend {
 public:
  // Uses the device of that number. Throws CudaError where it does not take the kernels.
  explicit GpuCaptureBackend(int device = 0);
  ~GpuCaptureBackend() override;

  // Throws std::invalid_argument for a task that is not as CaptureTask asks, and CudaError where
  // the device fails.
  void run(std::span<const CaptureTask> tasks, std::span<OutcomeCounts> counts) const override;
  int preferred_batch() const override;

 private:
  int device_;
  // By side; threads take turns with them.
  mutable std::map<int, IdlePool<CaptureStream>> streams_;
};

}  // namespace isthmus
