#pragma once

#include "tools/bench/table.hpp"

namespace isthmus {

// What a tournament costs beside its engines: moves of a game whose engines answer without thought,
// beside two questions to such engines.
void bench_referee(BenchTable& table);

}  // namespace isthmus
