#pragma once

#include <cstdint>
#include <vector>

#include "gpu/baselines/baseline_run.hpp"

// Sums by key in the device's memory, one value a thread and round. warp_aggregation.hpp has the
// reference.

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
  std::vector<T> sums;  // by key, kKeyRange of them (warp_aggregation.hpp)
  double seconds;       // that the kernel took
};

// Adds up what keyed_value() gives to each lane of the word that its warp draws in each round, from
// Xorwow(FillKeys(run.seed), number of the warp). `distinct_keys` is from 1 to 32. T is
// std::int32_t, whose additions are native at all events, float or double; float is exact as long
// as no sum comes to 2^24.
template <class T>
KeyedSums<T> run_keyed_sums(PeerSearch search, Addition addition, std::uint32_t distinct_keys,
                            const BaselineRun& run);

}  // namespace isthmus
