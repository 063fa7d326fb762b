#include "protocols/json/held_bytes.hpp"

namespace isthmus {

void HeldBytes::Counts::let_go(std::uint64_t owner, std::size_t bytes) {
  const std::lock_guard lock(mutex);
  all -= bytes;
  const auto mine = by_owner.find(owner);
  mine->second -= bytes;
  if (mine->second == 0) by_owner.erase(mine);
}

std::shared_ptr<void> HeldBytes::hold(std::uint64_t owner, std::size_t bytes) {
  {
    const std::lock_guard lock(counts_->mutex);
    const auto mine = counts_->by_owner.find(owner);
    const std::uint64_t held = mine == counts_->by_owner.end() ? 0 : mine->second;
    if (bytes > max_each_ - held || bytes > max_in_all_ - counts_->all) return nullptr;
    counts_->by_owner[owner] += bytes;
    counts_->all += bytes;
  }
  // Where there is no memory for the pointer, this lets go at once.
  return {this, [counts = counts_, owner, bytes](void*) { counts->let_go(owner, bytes); }};
}

}  // namespace isthmus
