#include "tools/standard_streams.hpp"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>
#include <string>

#include <unistd.h>

#include "tools/write_all.hpp"

namespace isthmus {

void prepare_standard_streams() {
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
