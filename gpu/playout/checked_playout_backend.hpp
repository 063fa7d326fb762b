#pragma once

#include <memory>

#include "engine/playout/playout_backend.hpp"

namespace isthmus {

// Has every task tallied twice, and compares.
class CheckedPlayoutBackend final : public PlayoutBackend {
 public:
  CheckedPlayoutBackend(std::unique_ptr<PlayoutBackend> first,
                        std::unique_ptr<PlayoutBackend> second);

  // Gives the tallies of the first. Throws BackendError, which names the task and what differs,
  // where the second comes to others.
  void tally(std::span<const FillTask> tasks, std::span<PlayoutCounts> tallies) const override;
  int preferred_batch() const override { return first_->preferred_batch(); }

 private:
  std::unique_ptr<PlayoutBackend> first_;
  std::unique_ptr<PlayoutBackend> second_;
};

}  // namespace isthmus
