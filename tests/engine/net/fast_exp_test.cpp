#include "engine/net/fast_exp.hpp"

#include <cmath>

#include <doctest/doctest.h>

using namespace isthmus;

TEST_CASE("the fast exponential is that of the library to within 2e-7") {
  double worst = 0;
  for (int i = 0; i <= 870'000; ++i) {
    const float x = static_cast<float>(i) * -1e-4F;
    const double exact = std::exp(static_cast<double>(x));
    worst = std::fmax(worst, std::fabs(fast_exp(x) / exact - 1));
  }
  CHECK(worst < 2e-7);
  CHECK(worst > 0);
  CHECK(fast_exp(0) == 1);
  CHECK(fast_exp(kLeastOfFastExp) > 0);
}
