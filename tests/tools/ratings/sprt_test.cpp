#include "tools/ratings/sprt.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/within.hpp"
#include "tests/tools/ratings/outcomes.hpp"

using isthmus::log_likelihood_ratio;
using isthmus::Outcomes;
using isthmus::Sprt;
using isthmus::Verdict;
using isthmus::verdict;

namespace {

Sprt normalised(double elo0, double elo1, Sprt::Model model = Sprt::Model::pentanomial) {
  return {.elo0 = elo0, .elo1 = elo1, .scale = Sprt::Scale::normalised, .model = model};
}

// Counts of outcomes, of which those that did not come to pass are 0.001.
std::vector<double> counts_of(const Outcomes& outcomes, Sprt::Model model) {
  std::vector<double> counts;
  if (model == Sprt::Model::trinomial) {
    counts.assign(outcomes.games.begin(), outcomes.games.end());
  } else {
    counts.assign(outcomes.pairs.begin(), outcomes.pairs.end());
  }
  for (double& count : counts) count = std::max(count, 0.001);
  return counts;
}

// The minimum of a function of one valley, by thirds.
template <typename Function>
double least(double low, double high, const Function& function) {
  for (int i = 0; i < 120; ++i) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (function(a) < function(b) ? high : low) = function(a) < function(b) ? b : a;
  }
  return function((low + high) / 2);
}

// The greatest log likelihood of the counts under a distribution of the scores 0 to 1 whose mean is
// `mean`, by its dual: log p_i = log(c_i / (N + t (a_i - mean))), where t makes the least sum.
double best_with_mean(const std::vector<double>& counts, double mean) {
  double total = 0;
  for (double count : counts) total += count;
  const auto score = [&](std::size_t i) {
    return static_cast<double>(i) / static_cast<double>(counts.size() - 1) - mean;
  };
  return least(-total / score(counts.size() - 1), -total / score(0), [&](double t) {
    double sum = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double weight = total + t * score(i);
      sum += counts[i] * std::log(counts[i] / std::max(weight, 1e-300));
    }
    return sum;
  });
}

// The greatest log likelihood of three counts under a distribution whose mean lies `ratio` standard
// deviations above 1/2: mean and deviation leave one distribution, so that all means can be tried.
double best_with_ratio(const std::vector<double>& counts, double ratio) {
  constexpr int kSteps = 20000;
  const auto likelihood = [&](double lead) {
    const double mean = ratio < 0 ? 0.5 - lead : 0.5 + lead;
    const double square = std::pow(lead / ratio, 2) + mean * mean;  // of the scores, its mean
    const double drawn = 4 * (mean - square), won = mean - drawn / 2, lost = 1 - won - drawn;
    if (lost <= 0 || drawn <= 0 || won <= 0) return -1e300;
    return counts[0] * std::log(lost) + counts[1] * std::log(drawn) + counts[2] * std::log(won);
  };
  double best = 0;
  for (int i = 1; i < kSteps; ++i) {
    const double lead = 0.5 * i / kSteps;
    if (best == 0 || likelihood(lead) > likelihood(best)) best = lead;
  }
  return -least(best - 0.5 / kSteps, best + 0.5 / kSteps,
                [&](double lead) { return -likelihood(lead); });
}

}  // namespace

TEST_CASE("the bounds are Wald's") {
  // log(19) for errors of 5%; log(0.9 / 0.05) and log(0.1 / 0.95) for 5% and 10%.
  CHECK(Sprt{}.upper_bound() == doctest::Approx(2.944439));
  CHECK(Sprt{}.lower_bound() == doctest::Approx(-2.944439));
  const Sprt uneven{.alpha = 0.05, .beta = 0.1};
  CHECK(uneven.upper_bound() == doctest::Approx(2.890372));
  CHECK(uneven.lower_bound() == doctest::Approx(-2.251292));
  CHECK(verdict(2.95, Sprt{}) == Verdict::elo1);
  CHECK(verdict(-2.95, Sprt{}) == Verdict::elo0);
  CHECK(verdict(2.94, Sprt{}) == Verdict::undecided);
}

TEST_CASE("likelihood ratios as Fishtest, OpenBench and cutechess have published them") {
  struct Published {
    double ratio;
    Sprt sprt;
    std::array<std::int64_t, 5> pairs;
  };
  const Published published[] = {
      // Logistic, of https://github.com/official-stockfish/Stockfish pull requests 3209, 3098, 2493
      // and 2971.
      {2.94, {.elo0 = -0.25, .elo1 = 1.25}, {253, 4282, 17604, 4431, 286}},
      {2.97, {.elo0 = 0.25, .elo1 = 1.25}, {58, 3302, 33130, 3518, 84}},
      {2.96, {.elo0 = -0.25, .elo1 = 1.25}, {491, 7345, 29693, 7670, 465}},
      {2.94, {.elo0 = -1, .elo1 = 3}, {424, 2948, 5832, 3045, 460}},
      {2.94, {.elo0 = 0, .elo1 = 2}, {1284, 17437, 55536, 18085, 1292}},
      {2.96, {.elo0 = -0.5, .elo1 = 1.5}, {17, 253, 1042, 337, 39}},
      // Normalised, of pull requests 6616 and 5712 there ...
      {2.94, normalised(0, 2), {2, 1925, 6607, 2176, 2}},
      {2.96, normalised(0.5, 2.5), {5, 2968, 10474, 3253, 5}},
      {2.93, normalised(0, 2), {831, 31795, 68460, 32448, 834}},
      {2.95, normalised(0.5, 2.5), {307, 54901, 140959, 56230, 281}},
      // ... and of https://github.com/DeveloperPaul123/byte-knight/pull/168, by OpenBench.
      {3.00, normalised(-5, 0), {19, 120, 346, 223, 28}},
      // Tests of fastchess, https://github.com/Disservin/fastchess app/tests/sprt_test.cpp
      {2.25, normalised(0, 2), {365, 16618, 36229, 16974, 390}},
      {3.01, normalised(-1.75, 0.25), {127, 4883, 10712, 5150, 104}},
      {-3.07, {.elo0 = 0.5, .elo1 = 2.5}, {223, 9863, 21279, 10037, 246}},
      {-4.98, {.elo0 = 0, .elo1 = 2}, {871, 26175, 55983, 26678, 821}},
  };
  for (const Published& one : published) {
    CAPTURE(one.ratio);
    CHECK(std::abs(log_likelihood_ratio(pairs(one.pairs), one.sprt) - one.ratio) < 0.0051);
  }
  // Single games; https://github.com/Disservin/fastchess app/tests/sprt_test.cpp
  const auto trinomial = Sprt::Model::trinomial;
  CHECK(std::abs(log_likelihood_ratio(singles(36027, 68692, 36433), normalised(0, 2, trinomial)) -
                 0.92) < 0.0051);
  CHECK(std::abs(
            log_likelihood_ratio(singles(10650, 20431, 10871), normalised(-1.75, 0.25, trinomial)) -
            2.30) < 0.0051);
  CHECK(std::abs(log_likelihood_ratio(singles(21184, 40708, 21404),
                                      {.elo0 = 0.5, .elo1 = 2.5, .model = trinomial}) -
                 -1.57) < 0.0051);
  CHECK(std::abs(log_likelihood_ratio(singles(57030, 106593, 57433),
                                      {.elo0 = 0, .elo1 = 2, .model = trinomial}) -
                 -2.59) < 0.0051);
}

TEST_CASE("15-0 proves what 30 wins of coins prove, and no more") {
  // The likeliest distribution with a mean of s that wins all is to win with probability s.
  const double score1 = win_probability(10);
  CHECK(log_likelihood_ratio(pairs(0, 0, 15), {.elo0 = 0, .elo1 = 10}) ==
        isthmus::test::within(1e-3, 15 * std::log(score1 / 0.5)));
  CHECK(log_likelihood_ratio(pairs(15, 0, 0), {.elo0 = 0, .elo1 = 10}) ==
        isthmus::test::within(1e-3, 15 * std::log((1 - score1) / 0.5)));
  CHECK(verdict(log_likelihood_ratio(pairs(0, 0, 15), Sprt{}), Sprt{}) == Verdict::undecided);
  CHECK(log_likelihood_ratio(singles(0, 0, 15),
                             {.elo0 = 0, .elo1 = 200, .model = Sprt::Model::trinomial}) ==
        isthmus::test::within(1e-3, 15 * std::log(win_probability(200) / 0.5)));
}

TEST_CASE("ratios are finite for all that can be") {
  for (const auto scale : {Sprt::Scale::logistic, Sprt::Scale::normalised}) {
    for (const auto model : {Sprt::Model::trinomial, Sprt::Model::pentanomial}) {
      for (const auto& [elo0, elo1] : {std::pair{0.0, 10.0}, {-200.0, 200.0}, {199.0, 200.0}}) {
        const Sprt sprt{.elo0 = elo0, .elo1 = elo1, .scale = scale, .model = model};
        CHECK(log_likelihood_ratio({}, sprt) == 0);
        for (const Outcomes& outcomes :
             {pairs(1, 0, 0), pairs(0, 0, 1), pairs(0, 1, 0), pairs(0, 0, 1000000),
              pairs(1000000, 0, 0), pairs(0, 1000000, 0), pairs({0, 0, 1000000, 1, 0}),
              pairs({1, 0, 0, 0, 1000000}), singles(0, 1, 0), singles(0, 0, 1)}) {
          CHECK(std::isfinite(log_likelihood_ratio(outcomes, sprt)));
        }
      }
    }
  }
  // Games without their others are no pairs.
  CHECK(log_likelihood_ratio(singles(10, 0, 90), Sprt{}) == 0);
}

TEST_CASE("the ratio is that of the likeliest distributions, found another way") {
  std::mt19937_64 random(11);
  std::uniform_int_distribution<int> magnitude(0, 4);
  for (int i = 0; i < 60; ++i) {
    Outcomes outcomes;
    for (auto& count : outcomes.pairs) {
      count = std::uniform_int_distribution<int>(0, 1 << (3 * magnitude(random)))(random);
    }
    for (auto& count : outcomes.games) {
      count = std::uniform_int_distribution<int>(0, 1 << (3 * magnitude(random)))(random);
    }
    for (const auto model : {Sprt::Model::trinomial, Sprt::Model::pentanomial}) {
      const std::vector<double> counts = counts_of(outcomes, model);
      const Sprt logistic{.elo0 = -30, .elo1 = 80, .model = model};
      const double difference = best_with_mean(counts, win_probability(80)) -
                                best_with_mean(counts, win_probability(-30));
      CHECK(log_likelihood_ratio(outcomes, logistic) ==
            doctest::Approx(difference).epsilon(1e-4).scale(1));
    }
    const std::vector<double> counts = counts_of(outcomes, Sprt::Model::trinomial);
    const double difference =
        best_with_ratio(counts, 80 / 347.43558552) - best_with_ratio(counts, -30 / 347.43558552);
    CHECK(log_likelihood_ratio(outcomes, normalised(-30, 80, Sprt::Model::trinomial)) ==
          doctest::Approx(difference).epsilon(1e-4).scale(1));
  }
}

TEST_CASE("the ratio turns with the sides") {
  const Outcomes outcomes = pairs({11, 2, 20, 5, 19}), swapped = pairs({19, 5, 20, 2, 11});
  for (const auto scale : {Sprt::Scale::logistic, Sprt::Scale::normalised}) {
    for (const auto model : {Sprt::Model::trinomial, Sprt::Model::pentanomial}) {
      const Sprt sprt{.elo0 = -5, .elo1 = 25, .scale = scale, .model = model};
      const Sprt turned{.elo0 = -25, .elo1 = 5, .scale = scale, .model = model};
      CHECK(log_likelihood_ratio(outcomes, sprt) ==
            doctest::Approx(-log_likelihood_ratio(swapped, turned)));
    }
  }
}

TEST_CASE("tests end, and take the wrong hypothesis as rarely as they should") {
  constexpr int kTests = isthmus::test::fewer_if_sanitized(600, 6);
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  // Openings that give `spread` Elo to either colour, and 40 Elo between the sides.
  for (const auto& [scale, model, spread] :
       {std::tuple{Sprt::Scale::logistic, Sprt::Model::pentanomial, 150.0},
        {Sprt::Scale::normalised, Sprt::Model::pentanomial, 150.0},
        {Sprt::Scale::logistic, Sprt::Model::trinomial, 0.0},
        {Sprt::Scale::normalised, Sprt::Model::trinomial, 0.0}}) {
    for (const bool is_stronger : {false, true}) {
      const double high = win_probability(40 + spread), low = win_probability(40 - spread);
      const double mean = (high + low) / 2;
      const double of_pair = (high * (1 - high) + low * (1 - low)) / 4;
      const bool is_normalised = scale == Sprt::Scale::normalised;
      const Sprt sprt{.elo0 = 0,
                      .elo1 = is_normalised ? 347.43558552 * (mean - 0.5) / std::sqrt(2 * of_pair)
                                            : elo_of(mean),
                      .scale = scale,
                      .model = model};
      const double elo = is_stronger ? 40 : 0;
      int wrong = 0;
      for (int t = 0; t < kTests; ++t) {
        Outcomes outcomes;
        Verdict result = Verdict::undecided;
        while (result == Verdict::undecided) {
          const double gains = uniform(random) < 0.5 ? spread : -spread;
          const double as_black = uniform(random) < win_probability(elo + gains) ? 1 : 0;
          const double as_white = uniform(random) < win_probability(elo - gains) ? 1 : 0;
          outcomes.add_single(as_black);
          outcomes.add_second(as_white, as_black);
          REQUIRE(outcomes.game_count() < 10000);
          if (outcomes.game_count() % 8 != 0) continue;  // to ask after each pair takes long
          result = verdict(log_likelihood_ratio(outcomes, sprt), sprt);
        }
        wrong += (result == Verdict::elo1) != is_stronger;
      }
      CAPTURE(is_normalised);
      CAPTURE(wrong);
      // 5% of 600 are 30, of which a sample deviates by 5.3; tests overshoot their bounds a little.
      const double expected = 0.05 * kTests, deviation = std::sqrt(0.95 * expected);
      CHECK(wrong < expected + 3 * deviation);
      CHECK(wrong > expected - 4 * deviation);
    }
  }
}
