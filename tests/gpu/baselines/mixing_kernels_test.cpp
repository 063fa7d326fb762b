#include "gpu/baselines/mixing_kernels.hpp"

#include <numeric>

#include <doctest/doctest.h>

namespace isthmus {

namespace {

constexpr BaselineRun kRun{3 * 1024, 37, 5};

// Calls check(mixing, block shape, number of blocks) for all that kernels do.
template <class Check>
void for_all_blocks(Check&& check) {
  for (Mixing mixing : {Mixing::none, Mixing::simple, Mixing::better}) {
    for (std::uint32_t warps : {8u, 16u, 32u}) {
      const BlockShape block{32, warps};
      CAPTURE(warps);
      check(mixing, block, kRun.threads / block.threads());
    }
  }
}

}  // namespace

TEST_CASE("blocks mix values as on the CPU") {
  for_all_blocks([](Mixing mixing, const BlockShape& block, std::uint32_t blocks) {
    std::uint64_t expected = 0;
    for (std::uint32_t b = 0; b < blocks; ++b) {
      std::vector<WarpGenerator> generators = warp_generators(block, kRun.seed + b);
      std::vector<std::uint32_t> values(block.threads());
      std::iota(values.begin(), values.end(), 0u);
      for (std::uint32_t round = 0; round < kRun.rounds; ++round) {
        mix(mixing, block, generators, values);
      }
      for (std::uint64_t i = 0; i < values.size(); ++i) expected += (2 * i + 1) * values[i];
    }
    CHECK(run_mixing(mixing, block.warps, kRun) == expected);
  });
}

TEST_CASE("points of a block walk as on the CPU") {
  for_all_blocks([](Mixing mixing, const BlockShape& block, std::uint32_t blocks) {
    std::vector<RoundMoments> expected;
    for (std::uint32_t b = 0; b < blocks; ++b) {
      const std::vector<RoundMoments> rounds = walk(mixing, block, kRun.rounds, kRun.seed + b);
      expected.insert(expected.end(), rounds.begin(), rounds.end());
    }
    CHECK(run_walks(mixing, block.warps, kRun) == expected);
  });
}

}  // namespace isthmus
