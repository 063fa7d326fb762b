#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace isthmus {

// Lines that become known in any order and are written in that of their places. May be used from
// several threads.
class OrderedLines {
 public:
  // `write` is called by one thread at a time, and must not throw.
  explicit OrderedLines(std::function<void(const std::string& line)> write)
      : write_(std::move(write)) {}

  // The next place, once no more than `max_waiting` places before it wait to be written.
  std::int64_t reserve(std::size_t max_waiting);
  // Writes the line of a place when all before it are; nothing for one that stays empty.
  void fill(std::int64_t place, std::optional<std::string> line);
  // Writes a line at once.
  void write_now(const std::string& line);
  // Waits until all places are written.
  void wait();

 private:
  struct Place {
    bool is_known = false;
    std::optional<std::string> line = {};
  };

  std::function<void(const std::string&)> write_;
  std::mutex mutex_;
  std::condition_variable written_;
  std::deque<Place> places_;
  std::int64_t first_ = 0;  // the number of the first of them
};

}  // namespace isthmus
