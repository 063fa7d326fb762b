#include "tools/base/stop_without_reader.hpp"

#include <cerrno>
#include <stdexcept>

#include <fcntl.h>
#include <unistd.h>

#include "tools/base/standard_streams.hpp"
#include "tools/base/wait_for.hpp"

namespace isthmus {

namespace {

// Not for what takes the place of an output that was closed.
bool can_be_written() { return (fcntl(STDOUT_FILENO, F_GETFL) & O_ACCMODE) != O_RDONLY; }

}  // namespace

StopWithoutReader::StopWithoutReader(const std::stop_token& other) : source_(other) {
  if (!can_be_written()) {
    lose(EBADF);
    return;
  }
  waiting_.start([this](const std::stop_token& stop) {
    try {
      if (wait_for(STDOUT_FILENO, 0, stop)) lose(EPIPE);
    } catch (const std::runtime_error&) {  // no descriptor is left to wait with
    }
  });
}

void StopWithoutReader::expect_reader() const {
  if (error_ != 0) fail_to_print(error_);
}

void StopWithoutReader::lose(int error) {
  error_ = error;
  source_.request_stop();
}

}  // namespace isthmus
