#include "gpu/baselines/grid_subsets.hpp"

#include <doctest/doctest.h>

namespace isthmus {

TEST_CASE("the digest of grid subsets is the sum over their sites") {
  const FillTask task = grid_subsets_task(5, 3, 7, 1024, 1);
  const std::vector<std::uint32_t> words = CpuFillBackend().draw(task);
  std::uint32_t digest = 0;
  std::uint64_t sites = 0;
  for (std::uint64_t subset = 0; subset < 1024; ++subset) {
    for (std::uint64_t row = 0; row < 5; ++row) {
      for (std::uint64_t column = 0; column < 3; ++column) {
        if (((words[subset / 32 * 15 + row * 3 + column] >> (subset % 32)) & 1) == 0) continue;
        digest += static_cast<std::uint32_t>(64 * row + 2 * column + 1) << (subset % 32);
        ++sites;
      }
    }
  }
  CHECK(sites == 7 * 1024);
  CHECK(draw_grid_subsets_on_cpu(task) == GridSubsets{1024, digest});
}

}  // namespace isthmus
