#pragma once

#include <memory>

#include "engine/playout/tallier.hpp"

namespace isthmus {

// Has every task tallied twice, and compares.
class CheckTallier final : public Tallier {
 public:
  CheckTallier(std::unique_ptr<Tallier> first, std::unique_ptr<Tallier> second);

  // Gives the tallies of the first. Throws BackendError, which names the task and what differs,
  // where the second comes to others.
  void tally(std::span<const FillTask> tasks, std::span<Tally> tallies) const override;
  int preferred_batch() const override { return first_->preferred_batch(); }

 private:
  std::unique_ptr<Tallier> first_;
  std::unique_ptr<Tallier> second_;
};

}  // namespace isthmus
