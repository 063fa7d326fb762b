#include "tools/ratings/elo.hpp"

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/within.hpp"
#include "tests/tools/ratings/outcomes.hpp"

using isthmus::EloEstimate;
using isthmus::estimate_elo;
using isthmus::estimate_normalised_elo;
using isthmus::Outcomes;
using isthmus::outcomes_of_pairs;

TEST_CASE("Elo of pairs that are won or lost whole is the log odds of Gart and Zweifel") {
  // For x of n: log((x + 1/2) / (n - x + 1/2)), with the variance
  // 1 / (x + 1/2) + 1 / (n - x + 1/2). One unit of log odds is 400 / ln 10 = 173.7178 Elo.
  for (const auto& [lost, won] : {std::pair{5, 5}, {3, 17}, {0, 10}, {40, 1}, {0, 0}, {0, 1}}) {
    const double elo = 173.717793 * std::log((won + 0.5) / (lost + 0.5));
    const double error = 1.959964 * 173.717793 * std::sqrt(1 / (won + 0.5) + 1 / (lost + 0.5));
    const auto estimate = estimate_elo(pairs(lost, 0, won));
    CHECK(estimate.elo == isthmus::test::within(1e-6, elo));
    CHECK(estimate.error == isthmus::test::within(1e-6, error));
  }
}

TEST_CASE("Elo by hand") {
  // 5 and 5: 0 Elo, 1.96 * 173.7 * sqrt(2 / 5.5).
  CHECK(estimate_elo(pairs(5, 0, 5)).elo == doctest::Approx(0).epsilon(1e-9));
  CHECK(estimate_elo(pairs(5, 0, 5)).error == isthmus::test::within(1e-4, 205.32));
  // 2 lost, 12 even, 6 won: mean 12.5 / 21, that is 66.9 Elo; sum of squares about the mean
  // 2.5 * 0.35431 + 12 * 0.00907 + 6.5 * 0.16383 = 2.05952, so the mean deviates by 0.068338.
  const auto estimate = estimate_elo(pairs(2, 12, 6));
  CHECK(estimate.elo == isthmus::test::within(1e-3, 67.00));
  CHECK(estimate.error == isthmus::test::within(1e-3, 96.58));
}

TEST_CASE("Elo of games without their others, and of both together, by hand") {
  // 3 single games lost and 6 won, and a pair more: 13 points of 22 half points, that is, a mean of
  // 7 / 11; squares 3 (7/11)^2 + 6 (4/11)^2 + 0.5 (14/11)^2 + 0.5 (8/11)^2 = 373 / 121, so the
  // mean deviates by sqrt(373) / 121 = 0.159613.
  const auto alone = estimate_elo(singles(3, 0, 6));
  CHECK(alone.elo == doctest::Approx(400 * std::log10(7.0 / 4)));
  CHECK(alone.error ==
        isthmus::test::within(1e-5, 1.959964 * 173.717793 * 0.159613 / (28.0 / 121)));
  // Three even pairs and a game won: points 3 + 1 + 1 of 9, and only the game and the pair more
  // deviate: (4/9)^2 + 0.5 (10/9)^2 + 0.5 (8/9)^2 + 3 (1/9)^2 = 101 / 81.
  Outcomes mixed = pairs(0, 3, 0);
  mixed.games[2] += 1;
  mixed.singles[2] = 1;
  const auto estimate = estimate_elo(mixed);
  CHECK(estimate.elo == doctest::Approx(400 * std::log10(5.0 / 4)));
  CHECK(estimate.error == isthmus::test::within(1e-5, 1.959964 * 173.717793 *
                                                          std::sqrt(101.0 / 81) / 9 / (20.0 / 81)));
}

TEST_CASE("Elo and normalised Elo as others have published them") {
  struct Published {
    std::array<std::int64_t, 5> pairs;
    double elo, elo_error, normalised, normalised_error;
  };
  const Published published[] = {
      // Progress of the engine Reckless over its version 0.8.0,
      // https://github.com/codedeliveryservice/Reckless/wiki/Progress-Tracking
      {{59, 1751, 4800, 3267, 169}, 30.09, 2.56, 56.71, 4.80},
      {{5, 782, 2540, 1655, 19}, 31.38, 3.35, 64.29, 6.81},
      {{54, 1776, 4891, 3200, 106}, 26.52, 2.51, 51.10, 4.81},
      {{4, 896, 2599, 1491, 11}, 21.18, 3.33, 43.43, 6.81},
      {{53, 2034, 4976, 2881, 114}, 16.75, 2.52, 32.04, 4.80},
      // Tests of fastchess, https://github.com/Disservin/fastchess app/tests/elo_test.cpp
      {{34, 54, 63, 64, 75}, 55.58, 27.65, 57.94, 28.28},
      {{332, 433, 498, 333, 334}, -8.64, 10.33, -9.17, 10.96},
      {{7895, 8757, 5685, 568, 9999}, -21.04, 2.95, -19.01, 2.65},
  };
  for (const Published& one : published) {
    const Outcomes outcomes = pairs(one.pairs);
    CAPTURE(one.elo);
    // The pair that is added here pulls towards 0 by its share of the sample, and makes a little
    // more of the deviation; the intervals of the others are not normal in the log odds.
    const double count = static_cast<double>(outcomes.game_count()) / 2;
    const auto elo = estimate_elo(outcomes);
    CHECK(std::abs(elo.elo - one.elo) < 0.006 + 1.2 * std::abs(one.elo) / count);
    CHECK(elo.error == isthmus::test::within(0.01, one.elo_error));
    const auto normalised = estimate_normalised_elo(outcomes);
    CHECK(std::abs(normalised.elo - one.normalised) < 0.006 + 6 * std::abs(one.normalised) / count);
    // Theirs takes the deviation of a game for known, which matters more the further from 0 it is.
    CHECK(normalised.error == isthmus::test::within(0.04, one.normalised_error));
  }
  // Single games; https://github.com/Disservin/fastchess app/tests/elo_test.cpp
  const auto single = singles(96, 111, 136);
  CHECK(estimate_elo(single).elo == isthmus::test::within(0.01, 40.70));
  CHECK(estimate_elo(single).error == isthmus::test::within(0.01, 30.43));
  CHECK(estimate_normalised_elo(single).elo == isthmus::test::within(0.015, 49.77));
  CHECK(estimate_normalised_elo(single).error == isthmus::test::within(0.02, 36.77));
  CHECK(estimate_elo(single).superiority() == isthmus::test::within(0.001, 0.9960));
  CHECK(estimate_elo(singles(89, 123, 76)).superiority() == isthmus::test::within(0.025, 0.1553));
  CHECK(estimate_elo(pairs({332, 433, 498, 333, 334})).superiority() ==
        isthmus::test::within(0.01, 0.0505));
}

TEST_CASE("normalised Elo of games without draws that openings do not matter to") {
  // Wins with probability p: (p - 1/2) / sqrt(p (1 - p)) * 800 / ln 10; for pairs, that is half the
  // variance. 400 games, half of them pairs that split as chance has it: p = 0.6.
  const double expected = 347.43558552 * 0.1 / std::sqrt(0.24);
  CHECK(estimate_normalised_elo(pairs(160000, 480000, 360000)).elo ==
        isthmus::test::within(1e-5, expected));
  CHECK(estimate_normalised_elo(singles(400000, 0, 600000)).elo ==
        isthmus::test::within(1e-5, expected));
  // The error, from the derivative 1 / (4 (p q)^1.5) and the deviation sqrt(p q / n) of p.
  CHECK(estimate_normalised_elo(singles(400000, 0, 600000)).error ==
        isthmus::test::within(1e-5, 1.959964 * 347.43558552 / (4 * 0.24 * 1000)));
  // Openings that decide games make the same lead of one side plainer.
  CHECK(estimate_normalised_elo(pairs(0, 800000, 200000)).elo > 1.5 * expected);
}

TEST_CASE("swapped sides change the sign of Elo and nothing else") {
  for (const auto& estimate : {&estimate_elo, &estimate_normalised_elo}) {
    const auto one = estimate(pairs({3, 1, 7, 0, 11}));
    const auto swapped = estimate(pairs({11, 0, 7, 1, 3}));
    CHECK(one.elo == doctest::Approx(-swapped.elo));
    CHECK(one.error == doctest::Approx(swapped.error));
    CHECK(one.superiority() == doctest::Approx(1 - swapped.superiority()));
  }
}

TEST_CASE("all is finite for 0% and 100%, and for nothing") {
  Outcomes odd = pairs(0, 0, 3);
  odd.games[2] += 1;
  odd.singles[2] = 1;
  for (const Outcomes& outcomes :
       {pairs(0, 0, 0), pairs(0, 0, 1), pairs(1, 0, 0), pairs(0, 0, 15), pairs(15, 0, 0),
        pairs(0, 0, 500000), pairs(500000, 0, 0), pairs(0, 100000, 0), singles(0, 0, 1),
        singles(1, 0, 0), singles(0, 1, 0), singles(0, 0, 500000), odd}) {
    for (const auto& estimate : {estimate_elo(outcomes), estimate_normalised_elo(outcomes)}) {
      CHECK(std::isfinite(estimate.elo));
      CHECK(std::isfinite(estimate.error));
      CHECK(estimate.error > 0);
      CHECK(estimate.superiority() >= 0);
      CHECK(estimate.superiority() <= 1);
    }
  }
  CHECK(estimate_elo(pairs(0, 0, 0)).superiority() == doctest::Approx(0.5));
  CHECK(estimate_elo(pairs(0, 0, 15)).superiority() > 0.99);
}

TEST_CASE("the likelihood of superiority is that of the interval") {
  CHECK(EloEstimate{10, 10}.superiority() == isthmus::test::within(1e-6, 0.975));
  CHECK(EloEstimate{-10, 10}.superiority() == isthmus::test::within(1e-6, 0.025));
  CHECK(EloEstimate{10, 1.959964 * 10}.superiority() == isthmus::test::within(1e-5, 0.841345));
}

TEST_CASE("openings that decide the game make pairs even, and the error small") {
  // 100 games of each result: as single games, 50% of 200 has an error of 48 Elo.
  CHECK(estimate_elo(pairs(0, 100, 0)).error < 10);
  CHECK(estimate_elo(singles(100, 0, 100)).error == isthmus::test::within(0.02, 48));
  CHECK(estimate_elo(pairs(50, 0, 50)).error > 60);
}

TEST_CASE("outcomes are counted game by game, and from scores of pairs") {
  Outcomes outcomes;
  outcomes.add_single(1);
  CHECK(outcomes == singles(0, 0, 1));
  outcomes.add_second(1, 1);
  CHECK(outcomes == pairs(0, 0, 1));
  outcomes.add_single(0);
  outcomes.add_single(0.5);
  outcomes.add_second(0.5, 0);
  CHECK(outcomes.games == std::array<std::int64_t, 3>{1, 2, 2});
  CHECK(outcomes.pairs == std::array<std::int64_t, 5>{0, 1, 0, 0, 1});
  CHECK(outcomes.singles == std::array<std::int64_t, 3>{0, 1, 0});
  CHECK(outcomes.game_count() == 5);
  CHECK(outcomes.points() == doctest::Approx(3));
  CHECK(outcomes_of_pairs(std::vector<double>{0, 0.25, 0.5, 0.5, 0.75, 1, 1}) ==
        pairs({1, 1, 2, 1, 2}));
}

namespace {

// Games of a match between sides `strength` apart, where the openings give +- `spread` to Black;
// the last game of every tenth pair was not played.
Outcomes simulate(int count, double strength, double spread, bool is_cut, std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  Outcomes outcomes;
  for (int p = 0; p < count; ++p) {
    const double black_gains = uniform(random) < 0.5 ? spread : -spread;
    const double as_black = uniform(random) < win_probability(strength + black_gains) ? 1 : 0;
    const double as_white = uniform(random) < win_probability(strength - black_gains) ? 1 : 0;
    outcomes.add_single(as_black);
    if (!is_cut || p % 10 != 0) outcomes.add_second(as_white, as_black);
  }
  return outcomes;
}

}  // namespace

TEST_CASE("the 95% interval holds the truth in about 95% of simulated tournaments") {
  constexpr int kTournaments = 3000;
  std::mt19937_64 random(20240229);
  for (const int count : {8, 40, 200}) {
    for (const double strength : {0.0, 120.0, 300.0}) {
      for (const double spread : {0.0, 250.0}) {
        // The truth: the Elo of the mean score over both colours and both kinds of openings.
        const double high = win_probability(strength + spread),
                     low = win_probability(strength - spread);
        const double mean = (high + low) / 2;
        // The variance of the mean of a pair is that within openings; half of it is left to a game.
        const double of_pair = (high * (1 - high) + low * (1 - low)) / 4;
        const double normalised = 347.43558552 * (mean - 0.5) / std::sqrt(2 * of_pair);
        int held = 0, normalised_held = 0;
        for (int t = 0; t < kTournaments; ++t) {
          const Outcomes outcomes = simulate(count, strength, spread, false, random);
          const auto estimate = estimate_elo(outcomes);
          held += std::abs(estimate.elo - elo_of(mean)) <= estimate.error;
          const auto other = estimate_normalised_elo(outcomes);
          normalised_held += std::abs(other.elo - normalised) <= other.error;
        }
        const double coverage = static_cast<double>(held) / kTournaments;
        const double normalised_coverage = static_cast<double>(normalised_held) / kTournaments;
        CAPTURE(count);
        CAPTURE(strength);
        CAPTURE(spread);
        CAPTURE(coverage);
        CAPTURE(normalised_coverage);
        // Few pairs make it too careful, never too sure.
        CHECK(coverage > 0.935);
        if (count == 200) CHECK(coverage < 0.965);
        if (count == 200) CHECK(normalised_coverage > 0.93);
        if (count == 200) CHECK(normalised_coverage < 0.97);
      }
    }
  }
}

TEST_CASE("so it does where some pairs are not whole") {
  constexpr int kTournaments = 3000;
  std::mt19937_64 random(5);
  int held = 0;
  for (int t = 0; t < kTournaments; ++t) {
    const auto estimate = estimate_elo(simulate(100, 80, 0, true, random));
    held += std::abs(estimate.elo - 80) <= estimate.error;
  }
  const double coverage = static_cast<double>(held) / kTournaments;
  CAPTURE(coverage);
  CHECK(coverage > 0.935);
  CHECK(coverage < 0.965);
}
