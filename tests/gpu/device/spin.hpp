#pragma once

#include <chrono>

#include "gpu/device/stream.hpp"

namespace isthmus::test {

// Puts a kernel of one thread into the stream that runs for this long, by the device's clock.
void start_spin(const Stream& stream, std::chrono::microseconds time);

}  // namespace isthmus::test
