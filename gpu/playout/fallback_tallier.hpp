#pragma once

#include <utility>

#include "engine/playout/tallier.hpp"
#include "gpu/backend/fallback.hpp"

namespace isthmus {

// Has tasks tallied by one tallier until that fails, and from then on by another. The batch with
// which the first fails is tallied by the second as well.
class FallbackTallier final : public Tallier {
 public:
  // As Fallback has it.
  FallbackTallier(std::unique_ptr<Tallier> first, std::unique_ptr<Tallier> second, Notice notice)
      : talliers_(std::move(first), std::move(second), std::move(notice)) {}

  void tally(std::span<const FillTask> tasks, std::span<Tally> tallies) const override {
    talliers_.run([&](const Tallier& tallier) { tallier.tally(tasks, tallies); });
  }
  int preferred_batch() const override { return talliers_.current().preferred_batch(); }

 private:
  Fallback<Tallier> talliers_;
};

}  // namespace isthmus
