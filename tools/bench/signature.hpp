#pragma once

#include <cstdint>

namespace isthmus {

// A number that stays the same as long as the engine does what it did: searches of fixed seeds and
// visits in several positions of every game, with one thread, all visits of all moves folded into
// one. Takes a few seconds at most.
std::uint64_t bench_signature();

}  // namespace isthmus
