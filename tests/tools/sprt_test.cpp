#include "tools/tournament/sprt.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using isthmus::tournament::is_decided;
using isthmus::tournament::log_likelihood_ratio;
using isthmus::tournament::Sprt;

namespace {

std::vector<double> scores(int lost, int even, int won) {
  std::vector<double> pairs(static_cast<std::size_t>(lost), 0.0);
  pairs.insert(pairs.end(), static_cast<std::size_t>(even), 0.5);
  pairs.insert(pairs.end(), static_cast<std::size_t>(won), 1.0);
  return pairs;
}

double win_chance(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

}  // namespace

TEST_CASE("the bounds are Wald's") {
  // log(19) for errors of 5%; log(0.9 / 0.05) and log(0.1 / 0.95) for 5% and 10%.
  CHECK(Sprt{}.upper_bound() == doctest::Approx(2.944439));
  CHECK(Sprt{}.lower_bound() == doctest::Approx(-2.944439));
  const Sprt uneven{.alpha = 0.05, .beta = 0.1};
  CHECK(uneven.upper_bound() == doctest::Approx(2.890372));
  CHECK(uneven.lower_bound() == doctest::Approx(-2.251292));
}

TEST_CASE("likelihood ratios by hand") {
  // 2 lost, 12 even and 6 won, and a half each: 21 pairs with mean 12.5 / 21 = 0.595238 and
  // variance (3 + 6.5) / 21 - 0.354308 = 0.098073. 0 and 10 Elo are 0.5 and 0.514387 of the points:
  // 21 * 0.014387 * (1.190476 - 1.014387) / (2 * 0.098073) = 0.27124.
  CHECK(log_likelihood_ratio(scores(2, 12, 6), {.elo0 = 0, .elo1 = 10}) ==
        doctest::Approx(0.27124).epsilon(1e-3));
  // In the middle between the hypotheses nothing speaks for either.
  CHECK(log_likelihood_ratio(scores(7, 3, 7), {.elo0 = -20, .elo1 = 20}) == doctest::Approx(0));
  CHECK(log_likelihood_ratio({}, {.elo0 = -20, .elo1 = 20}) == doctest::Approx(0));
}

TEST_CASE("the ratio is that of two normal densities, and turns with the sides") {
  const auto pairs = scores(11, 20, 19);
  const Sprt sprt{.elo0 = -5, .elo1 = 25};
  // The mean of the sample as drawn from a normal around what each hypothesis says.
  const double n = 51, mean = (0.5 + 10 + 19) / n;
  const double variance = (0.5 * 1 + 20 * 0.25 + 19) / n - mean * mean;
  const auto log_density = [&](double elo) {
    return -n * std::pow(mean - win_chance(elo), 2) / (2 * variance);
  };
  CHECK(log_likelihood_ratio(pairs, sprt) == doctest::Approx(log_density(25) - log_density(-5)));
  CHECK(log_likelihood_ratio(scores(19, 20, 11), {.elo0 = -25, .elo1 = 5}) ==
        doctest::Approx(-log_likelihood_ratio(pairs, sprt)));
}

TEST_CASE("tests end, and take the wrong hypothesis as rarely as they should") {
  constexpr int kTests = 600;
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (const bool is_stronger : {false, true}) {
    // Openings that are worth 150 Elo to either colour, and 40 Elo between the sides.
    const double mean = (win_chance(40 + 150) + win_chance(40 - 150)) / 2;
    const Sprt sprt{.elo0 = 0, .elo1 = 400 * std::log10(mean / (1 - mean))};
    const double elo = is_stronger ? 40 : 0;
    int wrong = 0;
    for (int t = 0; t < kTests; ++t) {
      std::vector<double> pairs;
      do {
        const double gains = uniform(random) < 0.5 ? 150 : -150;
        const bool as_black = uniform(random) < win_chance(elo + gains);
        const bool as_white = uniform(random) < win_chance(elo - gains);
        pairs.push_back((as_black + as_white) / 2.0);
        REQUIRE(pairs.size() < 5000);
      } while (!is_decided(pairs, sprt));
      wrong += (log_likelihood_ratio(pairs, sprt) > 0) != is_stronger;
    }
    CAPTURE(wrong);
    CHECK(wrong < 0.08 * kTests);
  }
}
