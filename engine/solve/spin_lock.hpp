#pragma once

#include <atomic>
#include <thread>

namespace isthmus {

// A lock that is held for no longer than it takes to copy a few words: without contention it costs
// one atomic operation.
class SpinLock {
 public:
  void lock() {
    while (is_held_.exchange(true, std::memory_order_acquire)) {
      while (is_held_.load(std::memory_order_relaxed)) std::this_thread::yield();
    }
  }
  void unlock() { is_held_.store(false, std::memory_order_release); }

 private:
  std::atomic<bool> is_held_ = false;
};

}  // namespace isthmus
