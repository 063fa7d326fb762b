#pragma once

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "stop_token.hpp"

namespace isthmus::standard {

// As C++20 has it: a condition that can be waited for until a stop is requested.
class condition_variable_any {
 public:
  using Clock = std::chrono::steady_clock;

  void notify_one() {
    const std::lock_guard lock(*mutex_);
    changed_.notify_one();
  }
  void notify_all() {
    const std::lock_guard lock(*mutex_);
    changed_.notify_all();
  }
  // Returns what is(), at last.
  template <class Lock, class Predicate>
  bool wait(Lock& lock, const stop_token& stop, Predicate is) {
    return wait_by([&](auto& own) { return changed_.wait(own), true; }, lock, stop, is);
  }
  // The same, but no longer than until then.
  template <class Lock, class Predicate>
  bool wait_until(Lock& lock, const stop_token& stop, Clock::time_point time, Predicate is) {
    return wait_by(
        [&](auto& own) { return changed_.wait_until(own, time) == std::cv_status::no_timeout; },
        lock, stop, is);
  }

 private:
  // `wait_once` returns whether there is to be waited on.
  template <class WaitOnce, class Lock, class Predicate>
  bool wait_by(WaitOnce wait_once, Lock& lock, const stop_token& stop, Predicate is) {
    const stop_callback wake(stop, [this] { notify_all(); });
    bool goes_on = true;
    while (goes_on && !stop.stop_requested()) {
      if (is()) return true;
      // Held until it is waited for, so that no notification comes in between.
      std::unique_lock own(*mutex_);
      if (stop.stop_requested()) break;
      lock.unlock();
      goes_on = wait_once(own);
      own.unlock();
      lock.lock();
    }
    return is();
  }

  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
  std::condition_variable changed_;
};

}  // namespace isthmus::standard
