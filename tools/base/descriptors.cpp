#include "tools/base/descriptors.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace isthmus {

namespace {

constexpr unsigned kCloseOnExec = 4;  // CLOSE_RANGE_CLOEXEC, which older headers lack

// Linux has it from 5.9 on, and with flags from 5.11 on.
bool close_range_from([[maybe_unused]] int first, [[maybe_unused]] unsigned flags) {
#ifdef SYS_close_range
  return ::syscall(SYS_close_range, static_cast<unsigned>(first), ~0U, flags) == 0;
#else
  return false;
#endif
}

// One more than the highest number that there may be.
int end_of_descriptors() {
  constexpr rlim_t kMost = 1 << 20;
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_max > kMost) return kMost;
  return static_cast<int>(limit.rlim_max);
}

}  // namespace

void close_from(int first) {
  if (close_range_from(first, 0)) return;
  for (int file = first; file < end_of_descriptors(); ++file) ::close(file);
}

void close_on_exec_from(int first) {
  if (close_range_from(first, kCloseOnExec)) return;
  for (int file = first; file < end_of_descriptors(); ++file) ::fcntl(file, F_SETFD, FD_CLOEXEC);
}

}  // namespace isthmus
