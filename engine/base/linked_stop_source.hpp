#pragma once

#include <functional>
#include <stop_token>

namespace isthmus {

// A stop source that is stopped as well when another is, by the thread that stops that one. Either
// may be gone before the other.
class LinkedStopSource {
 public:
  // `other` is the token of the other, which may have been stopped already.
  explicit LinkedStopSource(const std::stop_token& other)
      : forward_(other, [this] { source_.request_stop(); }) {}

  void request_stop() { source_.request_stop(); }
  bool stop_requested() const { return source_.stop_requested(); }
  std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_source source_;
  std::stop_callback<std::function<void()>> forward_;  // waits, as it goes, for a call under way
};

}  // namespace isthmus
