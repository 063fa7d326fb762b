#pragma once

#include <cstdio>
#include <string>

#include <unistd.h>

namespace isthmus {

// The last line of a terminal, where standard error is one: it is written anew as long work goes
// on. Elsewhere nothing is written. One thread at a time may use it.
class TerminalLine {
 public:
  // Has a terminal go back to the beginning of its line and empty it.
  static constexpr const char* kClear = "\r\033[K";

  bool is_terminal() const { return is_terminal_; }
  // Shows this text, without an end of a line in it, in place of what is there.
  void show(const std::string& text) const {
    if (!is_terminal_) return;
    std::fprintf(stderr, "%s%s", kClear, text.c_str());
    std::fflush(stderr);
  }
  void clear() const { show(""); }

 private:
  bool is_terminal_ = isatty(STDERR_FILENO) != 0;
};

}  // namespace isthmus
