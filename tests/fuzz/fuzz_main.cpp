#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "fuzz_input.hpp"

namespace {

// Milliseconds of the processor, of all threads, so that other work on the machine does not count.
double milliseconds_for(std::string_view input) {
  const std::clock_t begin = std::clock();
  isthmus::fuzz_input(input);
  return 1e3 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

}  // namespace

// Holds each input to a time, where ISTHMUS_FUZZ_MS names one: an input that takes longer ends the
// run. What the sanitizers do now and then is charged to whichever input is running, so the least
// of a few times counts.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const char* const text = std::getenv("ISTHMUS_FUZZ_MS");
  static const double limit = text == nullptr ? 0 : std::atof(text);
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  double milliseconds = milliseconds_for(input);
  for (int again = 0; again < 3 && limit > 0 && milliseconds > limit; ++again) {
    milliseconds = std::min(milliseconds, milliseconds_for(input));
  }
  if (limit > 0 && milliseconds > limit) {
    std::fprintf(stderr, "the input took %.0f ms\n", milliseconds);
    std::abort();
  }
  return 0;
}
