#pragma once

#include "tools/bench/table.hpp"

namespace isthmus {

// Adds rows for fills, their parts and the baselines' algorithms, all on this thread.
void bench_fills(BenchTable& table);

}  // namespace isthmus
