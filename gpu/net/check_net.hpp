#pragma once

#include <memory>
#include <span>

#include "engine/net/net_runner.hpp"

namespace isthmus {

// How much the outputs of a net may differ between GPU and CPU: as a share of the greatest output
// of the picture, or of 1 where that is more. Measured on random nets: 0.0015.
inline constexpr float kNetTolerance = 0.01F;

// The greatest difference between the outputs for one picture, as kNetTolerance has it; infinite
// where one is not a number.
float net_difference(std::span<const float> outputs, std::span<const float> expected);

// Has a net computed by two runners and compares; gives the outputs of the first.
class CheckNet final : public NetRunner {
 public:
  CheckNet(std::unique_ptr<NetRunner> gpu, std::unique_ptr<NetRunner> cpu);

  // Throws BackendError where the two differ by more than kNetTolerance.
  void run(const NetView& view, std::span<const std::uint8_t> points,
           std::span<float> outputs) const override;
  int preferred_batch() const override { return gpu_->preferred_batch(); }

 private:
  std::unique_ptr<NetRunner> gpu_;
  std::unique_ptr<NetRunner> cpu_;
};

}  // namespace isthmus
