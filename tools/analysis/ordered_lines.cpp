#include "tools/analysis/ordered_lines.hpp"

#include <utility>

namespace isthmus {

std::int64_t OrderedLines::reserve(std::size_t max_waiting) {
  std::unique_lock lock(mutex_);
  written_.wait(lock, [&] { return places_.size() <= max_waiting; });
  places_.emplace_back();
  return first_ + static_cast<std::int64_t>(places_.size()) - 1;
}

void OrderedLines::fill(std::int64_t place, std::optional<std::string> line) {
  const std::lock_guard lock(mutex_);
  places_[static_cast<std::size_t>(place - first_)] = {true, std::move(line)};
  while (!places_.empty() && places_.front().is_known) {
    if (places_.front().line) write_(*places_.front().line);
    places_.pop_front();
    ++first_;
  }
  written_.notify_all();
}

void OrderedLines::write_now(const std::string& line) {
  const std::lock_guard lock(mutex_);
  write_(line);
}

void OrderedLines::wait() {
  std::unique_lock lock(mutex_);
  written_.wait(lock, [&] { return places_.empty(); });
}

}  // namespace isthmus
