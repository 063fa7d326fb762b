#include "engine/base/wilson_interval.hpp"

#include <doctest/doctest.h>

#include "tests/support/within.hpp"

using namespace isthmus;

TEST_CASE("bounds of means are Wilson's") {
  // By the formula in Wilson (1927), worked out by hand: two deviations for 1 of 10, where the
  // middle is 0.3 / 1.4 and the half 2 sqrt(0.019) / 1.4, and 1.96 for 8 of 10.
  CHECK(wilson_interval(0.1, 10, 2).low == test::within(1e-4, 0.017371));
  CHECK(wilson_interval(0.1, 10, 2).high == test::within(1e-4, 0.411201));
  CHECK(wilson_interval(0.8, 10, 1.959964).low == test::within(1e-3, 0.49016));
  CHECK(wilson_interval(0, 10, 2).low == 0);
  CHECK(wilson_interval(0, 10, 2).high == doctest::Approx(4 / 14.0));
  CHECK(wilson_interval(1, 10, 2).low == doctest::Approx(10 / 14.0));
  CHECK(wilson_interval(1, 10, 2).high == 1);
  CHECK(wilson_interval(0.5, 0, 2).low == 0);
  CHECK(wilson_interval(0.5, 0, 2).high == 1);
}
