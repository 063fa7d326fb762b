#pragma once

#include <utility>

#include "engine/playout/playout_backend.hpp"
#include "gpu/backend/fallback.hpp"

namespace isthmus {

// Has tasks tallied by one backend until that fails, and from then on by another. The batch with
// which the first fails is tallied by the second as well.
class FallbackPlayoutBackend final : public PlayoutBackend {
 public:
  // As Fallback has it.
  FallbackPlayoutBackend(std::unique_ptr<PlayoutBackend> first,
                         std::unique_ptr<PlayoutBackend> second, Notice notice)
      : backends_(std::move(first), std::move(second), std::move(notice)) {}

  void tally(std::span<const FillTask> tasks, std::span<PlayoutCounts> tallies) const override {
    backends_.run([&](const PlayoutBackend& backend) { backend.tally(tasks, tallies); });
  }
  int preferred_batch() const override { return backends_.current().preferred_batch(); }

 private:
  Fallback<PlayoutBackend> backends_;
};

}  // namespace isthmus
