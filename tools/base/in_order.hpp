#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace isthmus {

// Values that become known in any order and are handed on in that of their places. May be used from
// several threads.
template <class Value>
class InOrder {
 public:
  // `take` is called by one thread at a time. What it throws is thrown on to who has filled the
  // place, and no more values are handed on.
  explicit InOrder(std::function<void(Value)> take) : take_(std::move(take)) {}

  // The next place, once no more than `max_waiting` places before it wait to be handed on; nothing
  // where `take` has thrown, or stop is requested before that.
  std::optional<std::int64_t> reserve(std::size_t max_waiting, const std::stop_token& stop = {}) {
    std::unique_lock lock(mutex_);
    const bool has_room =
        handed_on_.wait(lock, stop, [&] { return places_.size() <= max_waiting || has_failed_; });
    if (!has_room || has_failed_) return std::nullopt;
    places_.emplace_back();
    return first_ + static_cast<std::int64_t>(places_.size()) - 1;
  }
  // Hands on the value of a place when all before it are; nothing for one that stays empty.
  void fill(std::int64_t place, std::optional<Value> value) {
    const std::lock_guard lock(mutex_);
    places_[static_cast<std::size_t>(place - first_)] = {true, std::move(value)};
    while (!has_failed_ && !places_.empty() && places_.front().is_known) {
      if (places_.front().value) hand_on(std::move(*places_.front().value));
      places_.pop_front();
      ++first_;
    }
    handed_on_.notify_all();
  }
  // Hands on a value at once.
  void hand_on_now(Value value) {
    const std::lock_guard lock(mutex_);
    hand_on(std::move(value));
  }
  // Waits until the values of all places are handed on, or `take` has thrown.
  void wait() {
    std::unique_lock lock(mutex_);
    handed_on_.wait(lock, [&] { return places_.empty() || has_failed_; });
  }

 private:
  struct Place {
    bool is_known = false;
    std::optional<Value> value = {};
  };

  void hand_on(Value value) {
    try {
      take_(std::move(value));
    } catch (...) {
      has_failed_ = true;
      handed_on_.notify_all();
      throw;
    }
  }

  std::function<void(Value)> take_;
  std::mutex mutex_;
  std::condition_variable_any handed_on_;
  std::deque<Place> places_;
  std::int64_t first_ = 0;  // the number of the first of them
  bool has_failed_ = false;
};

}  // namespace isthmus
