#include "tools/line_reader.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "tools/bad_input.hpp"

namespace isthmus {

namespace {

// A line without an end, as /dev/zero has, must not be read for ever.
constexpr std::size_t kMostSkipped = std::size_t{64} << 20;

// Waits until the descriptor can be read; false where stop was requested first.
bool wait_for_input(int descriptor, const std::stop_token& stop) {
  const int wake = eventfd(0, EFD_CLOEXEC);
  if (wake < 0) throw std::runtime_error(std::string("no eventfd: ") + std::strerror(errno));
  bool is_ready = false;
  {
    const std::stop_callback call(stop, [wake] { eventfd_write(wake, 1); });
    pollfd watched[] = {{descriptor, POLLIN, 0}, {wake, POLLIN, 0}};
    while (poll(watched, 2, -1) < 0 && errno == EINTR) {
    }
    is_ready = watched[1].revents == 0;
  }
  close(wake);
  return is_ready;
}

}  // namespace

bool LineReader::take_line(InputLine& line) {
  const std::size_t end = buffer_.find('\n', searched_);
  searched_ = buffer_.size();
  if (end == buffer_.npos) {
    if (buffer_.size() - begin_ > most_bytes_) {
      is_skipping_ = true;
      skipped_ += buffer_.size() - begin_;
      begin_ = buffer_.size();
      if (skipped_ > kMostSkipped) throw BadInput("the input has a line of more than 64 MB");
    }
    if (!has_ended_ || (begin_ == buffer_.size() && !is_skipping_)) return false;
  }
  const std::size_t size = (end == buffer_.npos ? buffer_.size() : end) - begin_;
  line.is_too_long = is_skipping_ || size > most_bytes_;
  line.text = line.is_too_long ? std::string() : buffer_.substr(begin_, size);
  is_skipping_ = false;
  skipped_ = 0;
  begin_ = searched_ = end == buffer_.npos ? buffer_.size() : end + 1;
  return true;
}

bool LineReader::read_more(const std::stop_token& stop) {
  constexpr std::size_t kBytes = 64 * 1024;
  searched_ -= begin_;
  buffer_.erase(0, begin_);
  begin_ = 0;
  const std::size_t old = buffer_.size();
  if (!wait_for_input(descriptor_, stop)) return false;
  buffer_.resize(old + kBytes);
  const ssize_t got = read(descriptor_, buffer_.data() + old, kBytes);
  const int error = errno;
  buffer_.resize(old + (got > 0 ? static_cast<std::size_t>(got) : 0));
  if (got < 0 && error != EINTR && error != EAGAIN) {
    throw std::runtime_error(std::string("cannot read the input: ") + std::strerror(error));
  }
  has_ended_ = got == 0;
  return true;
}

std::optional<InputLine> LineReader::next(const std::stop_token& stop) {
  InputLine line;
  while (!take_line(line)) {
    if (has_ended_ || !read_more(stop)) return std::nullopt;
  }
  return line;
}

}  // namespace isthmus
