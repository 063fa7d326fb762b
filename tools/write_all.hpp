#pragma once

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>

#include <unistd.h>

namespace isthmus {

// Writes a text by one call of the system, unless that takes only a part of it: a client that reads
// as it comes sees it whole. Throws std::runtime_error where it cannot be written.
inline void write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno != EINTR) {
      throw std::runtime_error(std::string("cannot write the output: ") + std::strerror(errno));
    }
    if (written > 0) text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace isthmus
