#pragma once

#include <stop_token>

namespace isthmus {

// Waits until one of these events of poll() can be told of a descriptor, or an error or hang-up,
// which always are. Returns false where stop was requested first.
bool wait_for(int descriptor, short events, const std::stop_token& stop);

}  // namespace isthmus
