#include <stdexcept>
#include <utility>

#include <doctest/doctest.h>

#include "gpu/baselines/grid_subsets.hpp"

namespace isthmus {

TEST_CASE("GPU and CPU draw the same grid subsets") {
  for (auto [rows, columns] :
       {std::pair{12, 12}, {7, 13}, {14, 14}, {16, 15}, {19, 19}, {22, 3}, {26, 26}, {32, 32}}) {
    const int sites = rows * columns;
    for (int k : {0, 1, sites / 3, sites / 2, sites}) {
      const FillTask task = grid_subsets_task(rows, columns, k, 21 * kFillsPerUnit, 5);
      CAPTURE(task.rows);
      CAPTURE(task.columns);
      CAPTURE(k);
      const GridSubsets drawn = draw_grid_subsets(task);
      const GridSubsets expected = draw_grid_subsets_on_cpu(task);
      CHECK(drawn.count == expected.count);
      CHECK(drawn.digest == expected.digest);
    }
  }
  const FillTask many = grid_subsets_task(32, 32, 512, 1 << 21, 6);
  CHECK(draw_grid_subsets(many) == draw_grid_subsets_on_cpu(many));
  CHECK_THROWS_AS(draw_grid_subsets(grid_subsets_task(11, 11, 60, 512, 1)), std::invalid_argument);
}

}  // namespace isthmus
