#include "tools/base/periodic.hpp"

#include <chrono>
#include <utility>

#include "engine/base/wait_for_stop.hpp"

namespace isthmus {

Periodic::Periodic(double seconds, std::function<void()> call)
    : calling_("timer", [seconds, call = std::move(call)](const std::stop_token& stop) {
        while (!wait_for_stop(stop, std::chrono::duration<double>(seconds))) call();
      }) {}

}  // namespace isthmus
