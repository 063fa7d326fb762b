#pragma once

#include "tools/bench/table.hpp"

namespace isthmus {

// Positions judged by a net of 6 blocks of 64 channels on one core, beside those judged by fills.
void bench_net(BenchTable& table);

}  // namespace isthmus
