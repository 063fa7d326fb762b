#pragma once

#include <cerrno>
#include <string_view>

#include <poll.h>
#include <unistd.h>

namespace isthmus {

// Writes a text by one call of the system, unless that takes only a part of it: a client that reads
// as it comes sees it whole. Waits for a descriptor that does not block until it takes more.
// Returns whether all was taken; else errno says why not.
[[nodiscard]] inline bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      pollfd room{descriptor, POLLOUT, 0};
      poll(&room, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace isthmus
