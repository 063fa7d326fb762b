#include "tools/base/periodic.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace isthmus {

Periodic::Periodic(double seconds, std::function<void()> call)
    : calling_("timer", [seconds, call = std::move(call)](const std::stop_token& stop) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any stopped;
        const std::chrono::duration<double> time(seconds);
        while (!stopped.wait_for(lock, stop, time, [&] { return stop.stop_requested(); })) call();
      }) {}

}  // namespace isthmus
