#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

namespace isthmus {

// A line of text without its end; of one that is too long nothing is kept.
struct InputLine {
  std::string text;
  bool is_too_long = false;
};

// Reads lines from a file descriptor, which may stay silent for long. A last line without an end is
// a line too.
class LineReader {
 public:
  // Lines of more than `max_bytes` are too long. The descriptor must outlive the reader.
  LineReader(int descriptor, std::size_t max_bytes)
      : descriptor_(descriptor), max_bytes_(max_bytes) {}

  // The next line; nothing at the end of the input, or when stop is requested while it waits.
  // Throws std::runtime_error where the input cannot be read, and BadInput where a line has no end
  // even after 64 MB.
  std::optional<InputLine> next(const std::stop_token& stop = {});

 private:
  bool take_line(InputLine& line);
  bool read_more(const std::stop_token& stop);

  int descriptor_;
  std::size_t max_bytes_;
  std::string buffer_;
  std::size_t begin_ = 0;     // of what is not taken yet
  std::size_t searched_ = 0;  // up to here there is no end of a line
  bool is_skipping_ = false;  // the rest of a line that is too long
  std::size_t skipped_ = 0;   // bytes of that line
  bool has_ended_ = false;
};

}  // namespace isthmus
