#pragma once

#include "tools/bench/table.hpp"

namespace isthmus {

// Adds rows for what is certain in Hex: inferior cells and virtual connections of positions of
// 11x11 with 20 stones, beside bridges alone.
void bench_proofs(BenchTable& table);

}  // namespace isthmus
