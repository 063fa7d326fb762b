#pragma once

#include <atomic>
#include <memory>

#include "engine/net_runner.hpp"
#include "gpu/fallback_tallier.hpp"

namespace isthmus {

// Has a net computed by one runner until that fails, and from then on by another.
class FallbackNet final : public NetRunner {
 public:
  // `notice` is told, once, by which error the first runner fell out.
  FallbackNet(std::unique_ptr<NetRunner> first, std::unique_ptr<NetRunner> second, Notice notice);

  // The batch with which the first fails is computed by the second as well.
  void run(const NetView& view, std::span<const std::uint8_t> points,
           std::span<float> outputs) const override;
  int preferred_batch() const override;

 private:
  std::unique_ptr<NetRunner> first_;
  std::unique_ptr<NetRunner> second_;
  Notice notice_;
  mutable std::atomic<bool> failed_{false};
};

}  // namespace isthmus
