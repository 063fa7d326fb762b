#include "engine/base/input_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace isthmus {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  operator int() const { return number_; }

 private:
  int number_;
};

// "16 MB", "4096 bytes".
std::string size_text(std::size_t bytes) {
  constexpr std::size_t kMegabyte = std::size_t{1} << 20;
  if (bytes < kMegabyte) return std::to_string(bytes) + " bytes";
  return std::to_string(bytes / kMegabyte) + " MB";
}

// Something to be read, called `name` in messages.
class Input {
 public:
  Input(int descriptor, std::string name, std::size_t max_bytes)
      : descriptor_(descriptor), name_(std::move(name)), max_(max_bytes) {}

  [[noreturn]] void fail(const std::string& why) const {
    throw FileError("cannot read " + name_ + ": " + why);
  }
  [[noreturn]] void fail_as_too_long() const { fail("it has more than " + size_text(max_)); }

  // All of it, up to the end. Of a pipe, `timeout` says how long to wait for a writer.
  std::string read_all(std::optional<std::chrono::milliseconds> timeout = std::nullopt) const {
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    bool has_waited = false;
    std::string text;
    for (;;) {
      const std::size_t size = text.size();
      text.resize(size + kPiece);
      const ssize_t got = read(descriptor_, text.data() + size, kPiece);
      const int error = errno;
      text.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
      if (text.size() > max_) fail_as_too_long();
      if (got < 0 && error == EINTR) continue;
      if (got < 0 && error != EAGAIN) fail(std::strerror(error));
      if (got == 0 && !timeout) return text;
      if (got == 0) {
        // A pipe reads as ended before a writer has opened it, but poll() does not report it as
        // ready as it does after the end; and a writer that has opened it may be silent still.
        if (has_waited) fail("it is a pipe that no process writes to");
        has_waited = !wait(timeout);
        if (has_waited) continue;
      } else if (got < 0) {
        wait(std::nullopt);
      }
      timeout.reset();
    }
  }

 private:
  // Waits for something to read or the end, at most for `timeout` where it is given; returns
  // whether there is any.
  bool wait(std::optional<std::chrono::milliseconds> timeout) const {
    pollfd watched{descriptor_, POLLIN, 0};
    for (;;) {
      const int ready = poll(&watched, 1, timeout ? static_cast<int>(timeout->count()) : -1);
      if (ready >= 0) return ready > 0;
      if (errno != EINTR) fail(std::strerror(errno));
    }
  }

  int descriptor_;
  std::string name_;
  std::size_t max_;
};

}  // namespace

std::string read_input_file(const std::filesystem::path& path, std::size_t max_bytes,
                            std::optional<std::chrono::milliseconds> pipe_timeout) {
  // Without O_NONBLOCK a pipe without a writer is waited for here already.
  const Descriptor descriptor(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  const int error = errno;
  const Input input(descriptor, path.string(), max_bytes);
  struct stat facts {};
  if (descriptor < 0 || fstat(descriptor, &facts) != 0) {
    input.fail(std::strerror(descriptor < 0 ? error : errno));
  }
  if (S_ISDIR(facts.st_mode)) input.fail(std::strerror(EISDIR));
  if (S_ISFIFO(facts.st_mode) && pipe_timeout) return input.read_all(pipe_timeout);
  if (!S_ISREG(facts.st_mode)) input.fail("it is no regular file");
  if (facts.st_size > 0 && static_cast<std::size_t>(facts.st_size) > max_bytes)
    input.fail_as_too_long();
  return input.read_all();
}

std::string read_standard_input(std::size_t max_bytes) {
  return Input(STDIN_FILENO, "standard input", max_bytes).read_all();
}

}  // namespace isthmus
