#pragma once

#include <cstdint>

namespace isthmus {

// When a search ends; the first limit that is reached counts.
struct SearchLimits {
  std::int64_t visits = 0;  // of the root, those of a reused tree included; 0: no limit
  double seconds = 0;       // 0: no limit
};

}  // namespace isthmus
