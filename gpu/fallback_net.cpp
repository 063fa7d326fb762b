#include "gpu/fallback_net.hpp"

#include <utility>

namespace isthmus {

FallbackNet::FallbackNet(std::unique_ptr<NetRunner> first, std::unique_ptr<NetRunner> second,
                         Notice notice)
    : first_(std::move(first)), second_(std::move(second)), notice_(std::move(notice)) {}

void FallbackNet::run(const NetView& view, std::span<const std::uint8_t> points,
                      std::span<float> outputs) const {
  if (!failed_) {
    try {
      first_->run(view, points, outputs);
      return;
    } catch (const TallierError& error) {
      if (!failed_.exchange(true)) notice_(error.what());
    }
  }
  second_->run(view, points, outputs);
}

int FallbackNet::preferred_batch() const {
  return failed_ ? second_->preferred_batch() : first_->preferred_batch();
}

}  // namespace isthmus
