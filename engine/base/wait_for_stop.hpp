#pragma once

#include <chrono>
#include <stop_token>

namespace isthmus {

// Waits until stop is requested.
void wait_for_stop(const std::stop_token& stop);
// The same, but no longer than this. Returns whether stop was requested.
bool wait_for_stop(const std::stop_token& stop, std::chrono::duration<double> time);

}  // namespace isthmus
