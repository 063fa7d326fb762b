#include "protocols/gtp/gtp_input.hpp"

#include <sstream>
#include <string_view>
#include <utility>

namespace isthmus {

namespace {

// The byte order mark that some programs, most of them on Windows, begin UTF-8 with.
constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";

bool is_interrupt(const std::string& text) {
  std::istringstream words(text);
  std::string mark, word;
  if (words >> mark && mark == "#") words >> word;
  return (mark == "#" && word == "interrupt") || mark == "#interrupt";
}

}  // namespace

void GtpInput::push(std::string text, bool is_too_long) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return closed_ || waiting_.size() < kMaxWaiting; });
  if (closed_) return;
  if (std::exchange(is_first_, false) && text.starts_with(kUtf8Mark)) {
    text.erase(0, kUtf8Mark.size());
  }
  follow(!is_too_long && is_interrupt(text));
  waiting_.push_back({is_too_long ? std::string() : std::move(text), is_too_long});
  if (interrupted_) end(waiting_.back());
  changed_.notify_all();
}

void GtpInput::close() {
  const std::lock_guard lock(mutex_);
  follow(false);
  closed_ = true;
  changed_.notify_all();
}

void GtpInput::interrupt() {
  const std::lock_guard lock(mutex_);
  interrupted_ = true;
  if (current_) end(*current_);
  for (Line& line : waiting_) end(line);
}

void GtpInput::end(Line& line) {
  line.followed.request_stop();
  line.interrupted.request_stop();
}

// Marks the last line as followed by something; those before it are already.
void GtpInput::follow(bool is_interrupt) {
  if (!waiting_.empty()) {
    waiting_.back().followed.request_stop();
  } else if (current_) {
    current_->followed.request_stop();
  }
  if (!is_interrupt) return;
  if (current_) current_->interrupted.request_stop();
  for (Line& line : waiting_) line.interrupted.request_stop();
}

std::optional<GtpInput::Line> GtpInput::next() {
  std::unique_lock lock(mutex_);
  current_.reset();
  changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
  if (waiting_.empty()) return std::nullopt;
  current_ = std::move(waiting_.front());
  waiting_.pop_front();
  changed_.notify_all();
  return current_;
}

}  // namespace isthmus
