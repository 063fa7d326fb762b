#pragma once

#include <stop_token>

namespace isthmus {

// Waits until poll() reports one of these events of a descriptor, or an error or hang-up, which it
// always reports. Returns false where stop was requested first.
bool wait_for(int descriptor, short events, const std::stop_token& stop);

}  // namespace isthmus
