#pragma once

#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace isthmus {

// Holds one input to a time, where ISTHMUS_FUZZ_MS names one: milliseconds of the processor, of all
// threads, so that other work on the machine does not count. An input that took longer ends the
// run.
class TimeLimit {
 public:
  ~TimeLimit() {
    static const char* const limit = std::getenv("ISTHMUS_FUZZ_MS");
    const double milliseconds = 1e3 * static_cast<double>(std::clock() - begin_) / CLOCKS_PER_SEC;
    if (limit == nullptr || milliseconds <= std::atof(limit)) return;
    std::fprintf(stderr, "the input took %.0f ms\n", milliseconds);
    std::abort();
  }
  TimeLimit() = default;
  TimeLimit(const TimeLimit&) = delete;
  TimeLimit& operator=(const TimeLimit&) = delete;

 private:
  std::clock_t begin_ = std::clock();
};

}  // namespace isthmus
