#pragma once

#include "tools/bench/table.hpp"

namespace isthmus {

// Adds rows for the search on the empty 11x11 board: leaves a second beside the evaluator alone,
// and two threads beside one.
void bench_search(BenchTable& table);

}  // namespace isthmus
