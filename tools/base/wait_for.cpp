#include "tools/base/wait_for.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace isthmus {

bool wait_for(int descriptor, short events, const std::stop_token& stop) {
  const int wake = eventfd(0, EFD_CLOEXEC);
  if (wake < 0) throw std::runtime_error(std::string("no eventfd: ") + std::strerror(errno));
  bool is_ready = false;
  {
    const std::stop_callback call(stop, [wake] { eventfd_write(wake, 1); });
    pollfd watched[] = {{descriptor, events, 0}, {wake, POLLIN, 0}};
    while (poll(watched, 2, -1) < 0 && errno == EINTR) {
    }
    is_ready = watched[1].revents == 0;
  }
  close(wake);
  return is_ready;
}

}  // namespace isthmus
