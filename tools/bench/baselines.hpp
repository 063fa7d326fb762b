#pragma once

#include "tools/bench/report.hpp"
#include "tools/bench/table.hpp"

namespace isthmus {

// The baselines' algorithms and ours as kernels of one device: measures the rows that the table
// wants. Throws std::runtime_error where there is no device.
BenchReport bench_baselines(BenchTable& table);

}  // namespace isthmus
