#pragma once

#include <memory>
#include <span>

#include "engine/shapes/shape_backend.hpp"

namespace isthmus {

// Counts as CpuShapeBackend does, equal to the bit, on a GPU of NVIDIA's.
class GpuShapeBackend final : public ShapeBackend {
 public:
  // Uses a device by its number. Throws CudaError where there is none, or it does not take the
  // kernels.
  explicit GpuShapeBackend(int device = 0);
  ~GpuShapeBackend() override;

  // Throws std::invalid_argument for a task that is not as ShapeTask asks, and CudaError where the
  // device fails.
  void run(std::span<const ShapeTask> tasks, std::span<OutcomeCounts> counts) const override;

  // Enough leaves of a tree to keep the device busy for longer than it takes to reach it.
  int preferred_batch() const override { return 64; }

 private:
  class Streams;

  int device_;
  std::unique_ptr<Streams> streams_;
};

}  // namespace isthmus
