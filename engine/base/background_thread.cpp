#include "engine/base/background_thread.hpp"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace isthmus {

void yield_to_other_threads() {
#ifdef __linux__
  // On Linux a niceness is that of a thread (setpriority(2), "C library/kernel differences").
  constexpr int kNiceness = 19;
  ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNiceness);
#endif
}

}  // namespace isthmus
