#include "engine/search/solver_share.hpp"

#include <doctest/doctest.h>

using isthmus::SolverShare;

TEST_CASE("a solver gets its share of the seconds") {
  SolverShare share(0.05, 1, {.seconds = 2});
  CHECK_FALSE(share.is_due(1, 39));  // before it knows any move
  CHECK(share.is_due(0, 40));
  share.add(10, 0.02);
  CHECK_FALSE(share.is_due(0.39, 1'000'000));
  CHECK(share.is_due(0.41, 40));
  CHECK(share.max_seconds(0.41) == doctest::Approx(0.1));   // a share of the whole
  CHECK(share.max_seconds(1.95) == doctest::Approx(0.05));  // what is left
  CHECK(share.max_seconds(2.1) == doctest::Approx(0.001));  // 0 would be no limit
}

TEST_CASE("in a search by visits it gets positions, whatever time they take") {
  SolverShare share(0.05, 8, {.visits = 1000});
  CHECK(share.is_due(0, 40));
  share.add(5, 1000);
  CHECK_FALSE(share.is_due(0.1, 199));  // 2 evaluations are as much as a position
  CHECK(share.is_due(0.1, 200));
  CHECK(share.max_seconds(0.1) == 0);
  CHECK(SolverShare(0.05, 8, {.visits = 1000, .seconds = 3}).max_seconds(1) == 2);

  SolverShare on_gpu(0.05, 128, {.visits = 1000});
  on_gpu.add(1, 0);
  CHECK_FALSE(on_gpu.is_due(0, 639));
  CHECK(on_gpu.is_due(0, 640));
}

TEST_CASE("an end is near where few cells are empty, or not many in a game that is decided") {
  CHECK(SolverShare::is_end_near(40, 0.5));
  CHECK_FALSE(SolverShare::is_end_near(41, 0.5));
  CHECK(SolverShare::is_end_near(100, 0.96));
  CHECK(SolverShare::is_end_near(100, 0.04));
  CHECK_FALSE(SolverShare::is_end_near(101, 0.99));
  CHECK_FALSE(SolverShare::may_be_near(101));
}
