#pragma once

#include <algorithm>
#include <thread>

namespace isthmus {

// How many threads this machine runs at a time, as far as is known: from 1 to 1024, which options
// for numbers of threads take.
inline int core_count() {
  return static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 1024U));
}

}  // namespace isthmus
