#pragma once

#include <cstdint>
#include <vector>

#include "gpu/seed_kernels.hpp"

// Sums by key in the device's memory, one value a thread and round. peers.hpp has the reference.

namespace isthmus {

// How the lanes of a warp that have the same key come to one sum.
enum class PeerSearch {
  none,    // each lane adds its own value
  ballot,  // peers found key by key with ballots, and their values added by sub-trees
  match,   // the same with peers found by __match_any_sync
};

// How a value gets into memory.
enum class Addition {
  native,            // atomicAdd()
  compare_and_swap,  // a loop round atomicCAS()
};

template <class T>
struct KeyedSums {
  std::vector<T> sums;  // by key, kKeyRange of them
  double seconds;       // that the kernel took
};

// Adds the values that draw_keyed_value() gives to all threads of all rounds. Each warp has
// `distinct_keys` different keys, from 1 to 32, in each round. T is std::int32_t, float or double;
// for std::int32_t all additions are native.
template <class T>
KeyedSums<T> run_keyed_sums(PeerSearch search, Addition addition, int distinct_keys,
                            const SeedRun& run);

}  // namespace isthmus
