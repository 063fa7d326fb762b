#include "gpu/baselines/warp_aggregation_kernels.hpp"

#include <algorithm>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/xorwow.hpp"
#include "gpu/baselines/warp_aggregation.hpp"

namespace isthmus {

namespace {

constexpr BaselineRun kRun{4096, 50, 3};

std::vector<std::uint32_t> sums_on_cpu(std::uint32_t distinct_keys) {
  std::vector<std::uint32_t> sums(kKeyRange);
  for (std::uint32_t warp = 0; warp < kRun.threads / kWarpLanes; ++warp) {
    Xorwow<std::uint32_t> next(FillKeys(kRun.seed), warp);
    for (std::uint32_t round = 0; round < kRun.rounds; ++round) {
      const std::uint32_t word = next();
      for (std::uint32_t lane = 0; lane < kWarpLanes; ++lane) {
        const KeyedValue drawn = keyed_value(word, lane, distinct_keys);
        sums[drawn.key] += drawn.value;
      }
    }
  }
  return sums;
}

template <class T>
void check_sums(Addition addition) {
  for (std::uint32_t distinct_keys : {1u, 2u, 3u, 7u, 8u, 16u, 31u, 32u}) {
    CAPTURE(distinct_keys);
    const std::vector<std::uint32_t> expected = sums_on_cpu(distinct_keys);
    for (PeerSearch search : {PeerSearch::none, PeerSearch::ballot, PeerSearch::match}) {
      const KeyedSums<T> result = run_keyed_sums<T>(search, addition, distinct_keys, kRun);
      CHECK(std::equal(expected.begin(), expected.end(), result.sums.begin(), result.sums.end()));
      CHECK(result.seconds > 0);
    }
  }
}

}  // namespace

TEST_CASE("sums of ints by key are the CPU's, with peers and without") {
  check_sums<std::int32_t>(Addition::native);
}

TEST_CASE("sums of floats by key are the CPU's, with peers and without") {
  check_sums<float>(Addition::native);
  check_sums<float>(Addition::compare_and_swap);
}

TEST_CASE("sums of doubles by key are the CPU's, with peers and without") {
  check_sums<double>(Addition::native);
  check_sums<double>(Addition::compare_and_swap);
}

}  // namespace isthmus
