#pragma once

#include <utility>

#include "engine/net/net_runner.hpp"
#include "gpu/backend/fallback.hpp"

namespace isthmus {

// Has a net computed by one runner until that fails, and from then on by another. The batch with
// which the first fails is computed by the second as well.
class FallbackNet final : public NetRunner {
 public:
  // As Fallback has it.
  FallbackNet(std::unique_ptr<NetRunner> first, std::unique_ptr<NetRunner> second, Notice notice)
      : runners_(std::move(first), std::move(second), std::move(notice)) {}

  void run(const NetView& view, std::span<const std::uint8_t> points,
           std::span<float> outputs) const override {
    runners_.run([&](const NetRunner& runner) { runner.run(view, points, outputs); });
  }
  int preferred_batch() const override { return runners_.current().preferred_batch(); }

 private:
  Fallback<NetRunner> runners_;
};

}  // namespace isthmus
