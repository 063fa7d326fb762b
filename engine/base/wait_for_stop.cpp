#include "engine/base/wait_for_stop.hpp"

#include <condition_variable>
#include <mutex>

namespace isthmus {

void wait_for_stop(const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any().wait(lock, stop, [] { return false; });
}

bool wait_for_stop(const std::stop_token& stop, std::chrono::duration<double> time) {
  using Clock = std::chrono::steady_clock;
  std::mutex mutex;
  std::unique_lock lock(mutex);
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(time);
  return std::condition_variable_any().wait_until(lock, stop, end,
                                                  [&] { return stop.stop_requested(); });
}

}  // namespace isthmus
