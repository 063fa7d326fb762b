#include "gpu/fallback_tallier.hpp"

#include <utility>

namespace isthmus {

FallbackTallier::FallbackTallier(std::unique_ptr<Tallier> first, std::unique_ptr<Tallier> second,
                                 Notice notice)
    : first_(std::move(first)), second_(std::move(second)), notice_(std::move(notice)) {}

void FallbackTallier::tally(std::span<const FillTask> tasks, std::span<Tally> tallies) const {
  if (!failed_) {
    try {
      first_->tally(tasks, tallies);
      return;
    } catch (const TallierError& error) {
      if (!failed_.exchange(true)) notice_(error.what());
    }
  }
  second_->tally(tasks, tallies);
}

int FallbackTallier::preferred_batch() const {
  return failed_ ? second_->preferred_batch() : first_->preferred_batch();
}

}  // namespace isthmus
