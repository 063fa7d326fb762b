#pragma once

#include <memory>
#include <span>
#include <string>

#include "engine/tallier.hpp"

namespace isthmus {

// Tallies fills on a GPU of NVIDIA's.
class GpuTallier final : public Tallier {
 public:
  // How many devices CUDA sees here; 0 also where there is no driver.
  static int device_count();

  // Uses that device, the first being 0. Throws CudaError where it cannot.
  explicit GpuTallier(int device = 0);
  ~GpuTallier() override;

  // Throws std::invalid_argument for a task that is not as FillTask asks, and CudaError where the
  // device fails; tallies are then not to be relied on.
  void tally(std::span<const FillTask> tasks, std::span<Tally> tallies) const override;

  // As the vendor names it.
  std::string device_name() const;

 private:
  class Streams;
  std::unique_ptr<Streams> streams_;
};

}  // namespace isthmus
