#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/fills/fill_backend.hpp"
#include "gpu/fills/tally_part.hpp"

namespace isthmus {

// Tallies fills on GPUs of NVIDIA's.
class GpuFillBackend final : public FillBackend {
 public:
  // How many devices CUDA sees here; 0 also where there is no driver.
  static int device_count();

  // Uses all devices that CUDA sees. Throws CudaError where there is none, or one of them does not
  // take the kernels.
  GpuFillBackend();
  // Uses these, at least one, by their numbers from 0 on. Throws CudaError as well for a device
  // that there is not.
  explicit GpuFillBackend(const std::vector<int>& devices);
  ~GpuFillBackend() override;

  // Large batches are shared out among the devices by units of fills, small ones go to the devices
  // in turns. Throws std::invalid_argument for a task that is not as FillTask asks, and CudaError
  // where a device fails.
  void run(std::span<const FillTask> tasks, std::span<FillCounts> tallies) const override;
  int preferred_batch() const override;

  // As the vendor names them, one after the other.
  std::vector<std::string> device_names() const;

 private:
  class Device;
  class Pipeline;

  // Tallies parts of tasks that the kernel of that number takes.
  void tally(std::size_t kernel, std::deque<TallyPart>& parts) const;

  std::vector<std::unique_ptr<Device>> devices_;
  mutable std::atomic<std::size_t> turn_{0};
};

}  // namespace isthmus
