#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>

#include "stop_token.hpp"

namespace isthmus::standard {

// As C++20 has it: a condition that can be waited for until a stop is requested.
class condition_variable_any {
 public:
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
    const stop_callback wake(stop, [this] { notify_all(); });
    while (!stop.stop_requested()) {
      if (is()) return true;
      // Held until it is waited for, so that no notification comes in between.
      std::unique_lock own(*mutex_);
      if (stop.stop_requested()) break;
      lock.unlock();
      changed_.wait(own);
      own.unlock();
      lock.lock();
    }
    return is();
  }

 private:
  std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
  std::condition_variable changed_;
};

}  // namespace isthmus::standard
