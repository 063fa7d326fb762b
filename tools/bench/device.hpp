#pragma once

#include <string>

#include "tools/bench/report.hpp"

namespace isthmus {

// The device that is measured, of those that CUDA sees.
inline constexpr int kBenchDevice = 0;

// The device, as far as a table of throughputs has to name it.
struct BenchDevice {
  std::string chip;    // as the vendor names it
  std::string driver;  // version, or "unknown"
  std::string cuda;    // version of the runtime
  int multiprocessors;
  // Logic instructions (LOP3) a second at the highest clock, counted by lane.
  double logic_per_second;

  // The rate beyond which items that take this many logic instructions each cannot be had.
  Rate logic_limit(double instructions) const;
};

// Throws std::runtime_error where there is no device.
BenchDevice bench_device();

}  // namespace isthmus
