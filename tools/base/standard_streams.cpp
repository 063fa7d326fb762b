#include "tools/base/standard_streams.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <unistd.h>

#include "tools/base/write_all.hpp"

namespace isthmus {

namespace {

// How /dev/null is opened in place of each: what was to be printed must not seem to be.
constexpr std::array kModes{O_RDONLY, O_RDONLY, O_WRONLY};

bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) >= 0; }

}  // namespace

void prepare_standard_streams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    // The lowest that is free is taken, which is this one.
    if (!is_open(descriptor) &&
        open("/dev/null", kModes[static_cast<std::size_t>(descriptor)]) < 0) {
      throw std::runtime_error(std::string("cannot open /dev/null in place of a closed stream: ") +
                               std::strerror(errno));
    }
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void fail_to_print(int error) {
  throw std::runtime_error(std::string("cannot write to standard output: ") + std::strerror(error) +
                           "; send it to a file with room, or to what reads all of it");
}

void print(std::string_view text) {
  if (!write_all(STDOUT_FILENO, text)) fail_to_print(errno);
}

}  // namespace isthmus
