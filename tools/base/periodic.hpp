#pragma once

#include <functional>

#include "engine/base/thread_group.hpp"

namespace isthmus {

// While it lives, calls a function in a thread of its own, each time `seconds` after it last
// returned. A call that has begun is waited for.
class Periodic {
 public:
  // The function must not throw.
  Periodic(double seconds, std::function<void()> call);

 private:
  ThreadGroup calling_;
};

}  // namespace isthmus
