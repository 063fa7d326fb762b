#include "gpu/device/interval_union.hpp"

#include <algorithm>

namespace isthmus {

void IntervalUnion::add(double begin, double end) {
  begin = std::max(begin, settled_until_);
  if (begin < end) open_.emplace_back(begin, end);
}

double IntervalUnion::settle(double time) {
  std::sort(open_.begin(), open_.end());
  double reached = settled_until_;
  for (const auto& [begin, end] : open_) {
    const double first = std::max(begin, reached), last = std::min(end, time);
    if (first >= last) continue;
    settled_ += last - first;
    reached = last;
  }
  std::erase_if(open_, [&](const auto& interval) { return interval.second <= time; });
  for (auto& [begin, end] : open_) begin = std::max(begin, time);
  settled_until_ = std::max(settled_until_, time);
  return settled_;
}

}  // namespace isthmus
