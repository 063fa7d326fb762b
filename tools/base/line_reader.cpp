#include "tools/base/line_reader.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>

#include <poll.h>
#include <unistd.h>

#include "tools/base/bad_input.hpp"
#include "tools/base/wait_for.hpp"

namespace isthmus {

namespace {

// A line without an end, as /dev/zero has, must not be read for ever.
constexpr std::size_t kMaxSkipped = std::size_t{64} << 20;

}  // namespace

bool LineReader::take_line(InputLine& line) {
  const std::size_t end = buffer_.find('\n', searched_);
  searched_ = buffer_.size();
  if (end == buffer_.npos) {
    if (buffer_.size() - begin_ > max_bytes_) {
      is_skipping_ = true;
      skipped_ += buffer_.size() - begin_;
      begin_ = buffer_.size();
      if (skipped_ > kMaxSkipped) throw BadInput("the input has a line of more than 64 MB");
    }
    if (!has_ended_ || (begin_ == buffer_.size() && !is_skipping_)) return false;
  }
  const std::size_t size = (end == buffer_.npos ? buffer_.size() : end) - begin_;
  line.is_too_long = is_skipping_ || size > max_bytes_;
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
  if (!wait_for(descriptor_, POLLIN, stop)) return false;
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
