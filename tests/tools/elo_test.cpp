#include "tools/tournament/elo.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

using isthmus::tournament::estimate_elo;

namespace {

std::vector<double> scores(int lost, int even, int won) {
  std::vector<double> pairs(static_cast<std::size_t>(lost), 0.0);
  pairs.insert(pairs.end(), static_cast<std::size_t>(even), 0.5);
  pairs.insert(pairs.end(), static_cast<std::size_t>(won), 1.0);
  return pairs;
}

double win_chance(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }
double elo_of(double chance) { return 400 * std::log10(chance / (1 - chance)); }

}  // namespace

TEST_CASE("Elo of pairs that are won or lost whole is the log odds of Gart and Zweifel") {
  // For x of n: log((x + 1/2) / (n - x + 1/2)), with the variance
  // 1 / (x + 1/2) + 1 / (n - x + 1/2). One unit of log odds is 400 / ln 10 = 173.7178 Elo.
  for (const auto& [lost, won] : {std::pair{5, 5}, {3, 17}, {0, 10}, {40, 1}, {0, 0}, {0, 1}}) {
    const double elo = 173.717793 * std::log((won + 0.5) / (lost + 0.5));
    const double error = 1.959964 * 173.717793 * std::sqrt(1 / (won + 0.5) + 1 / (lost + 0.5));
    const auto estimate = estimate_elo(scores(lost, 0, won));
    CHECK(estimate.elo == doctest::Approx(elo).epsilon(1e-6));
    CHECK(estimate.error == doctest::Approx(error).epsilon(1e-6));
  }
}

TEST_CASE("Elo by hand") {
  // 5 and 5: 0 Elo, 1.96 * 173.7 * sqrt(2 / 5.5).
  CHECK(estimate_elo(scores(5, 0, 5)).elo == doctest::Approx(0).epsilon(1e-9));
  CHECK(estimate_elo(scores(5, 0, 5)).error == doctest::Approx(205.32).epsilon(1e-4));
  // 2 lost, 12 even, 6 won: mean 12.5 / 21, that is 66.9 Elo; sum of squares about the mean
  // 2.5 * 0.35431 + 12 * 0.00907 + 6.5 * 0.16383 = 2.05952, so the mean deviates by 0.068338.
  const auto estimate = estimate_elo(scores(2, 12, 6));
  CHECK(estimate.elo == doctest::Approx(67.00).epsilon(1e-3));
  CHECK(estimate.error == doctest::Approx(96.58).epsilon(1e-3));
}

TEST_CASE("swapped sides change the sign of Elo and nothing else") {
  const auto estimate = estimate_elo(scores(3, 7, 11));
  const auto swapped = estimate_elo(scores(11, 7, 3));
  CHECK(estimate.elo == doctest::Approx(-swapped.elo));
  CHECK(estimate.error == doctest::Approx(swapped.error));
}

TEST_CASE("Elo is finite for 0% and 100%, and for nothing") {
  for (const auto& pairs : {scores(0, 0, 0), scores(0, 0, 1), scores(1, 0, 0), scores(0, 0, 500000),
                            scores(500000, 0, 0), scores(0, 100000, 0)}) {
    const auto estimate = estimate_elo(pairs);
    CHECK(std::isfinite(estimate.elo));
    CHECK(std::isfinite(estimate.error));
    CHECK(estimate.error > 0);
  }
}

TEST_CASE("openings that decide the game make pairs even, and the error small") {
  // 100 games of each result: as single games, 50% of 200 has an error of 48 Elo.
  CHECK(estimate_elo(scores(0, 100, 0)).error < 10);
  CHECK(estimate_elo(scores(50, 0, 50)).error > 60);
}

TEST_CASE("the 95% interval holds the truth in about 95% of simulated tournaments") {
  constexpr int kTournaments = 3000;
  std::mt19937_64 random(20240229);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (const int pairs : {8, 40, 200}) {
    for (const double strength : {0.0, 120.0, 300.0}) {
      for (const double spread : {0.0, 250.0}) {  // what openings are worth to Black: +- this
        // The truth: the Elo of the mean score over both colours and both kinds of openings.
        const double mean = (win_chance(strength + spread) + win_chance(strength - spread)) / 2;
        const double truth = elo_of(mean);
        int held = 0;
        for (int t = 0; t < kTournaments; ++t) {
          std::vector<double> sample;
          for (int p = 0; p < pairs; ++p) {
            const double black_gains = uniform(random) < 0.5 ? spread : -spread;
            const bool as_black = uniform(random) < win_chance(strength + black_gains);
            const bool as_white = uniform(random) < win_chance(strength - black_gains);
            sample.push_back((as_black + as_white) / 2.0);
          }
          const auto estimate = estimate_elo(sample);
          held += std::abs(estimate.elo - truth) <= estimate.error;
        }
        const double coverage = static_cast<double>(held) / kTournaments;
        CAPTURE(pairs);
        CAPTURE(strength);
        CAPTURE(spread);
        CAPTURE(coverage);
        // Few pairs make it too careful, never too sure.
        CHECK(coverage > 0.935);
        if (pairs == 200) CHECK(coverage < 0.965);
      }
    }
  }
}
