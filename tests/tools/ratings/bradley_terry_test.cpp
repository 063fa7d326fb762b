#include "tools/ratings/bradley_terry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/within.hpp"
#include "tests/tools/ratings/outcomes.hpp"

using isthmus::fit_ratings;
using isthmus::GameTable;
using isthmus::Ratings;

namespace {

constexpr double kLogOdds = 173.7177928;  // 400 / ln 10
// So little that it does not show.
constexpr double kNoPrior = 1e-9;

GameTable table_of(std::size_t engines) {
  return GameTable(engines, std::vector<std::array<std::int64_t, 3>>(engines));
}

// Games of a round robin, each two engines `games` times with each colour.
GameTable simulate(const std::vector<double>& elos, double first_move, int games,
                   std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0, 1);
  GameTable table = table_of(elos.size());
  for (std::size_t i = 0; i < elos.size(); ++i) {
    for (std::size_t j = 0; j < elos.size(); ++j) {
      for (int game = 0; i != j && game < games; ++game) {
        ++table[i][j][uniform(random) < win_probability(elos[i] - elos[j] + first_move) ? 2 : 0];
      }
    }
  }
  return table;
}

// The likeliest ratings and advantage by a slow climb, one parameter at a time: each step is where
// its derivative is 0, found by bisection.
std::vector<double> climb(const GameTable& table, double prior) {
  const std::size_t engines = table.size();
  std::vector<double> at(engines + 1, 0.0);
  const auto slope = [&](std::size_t k) {
    double sum = prior * (0.5 - 1 / (1 + std::exp(-at[k])));
    for (std::size_t i = 0; i < engines; ++i) {
      for (std::size_t j = 0; j < engines; ++j) {
        if (k != i && k != j && k != engines) continue;
        const auto& [lost, drawn, won] = table[i][j];
        const double games = static_cast<double>(lost + drawn + won);
        const double points = static_cast<double>(won) + static_cast<double>(drawn) / 2;
        const double excess = points - games / (1 + std::exp(at[j] - at[i] - at[engines]));
        if (k == i || k == engines) sum += excess;
        if (k == j) sum -= excess;
      }
    }
    return sum;
  };
  for (int round = 0; round < 400; ++round) {
    for (std::size_t k = 0; k < at.size(); ++k) {
      double low = -30, high = 30;
      for (int i = 0; i < 60; ++i) {
        at[k] = (low + high) / 2;
        (slope(k) > 0 ? low : high) = at[k];
      }
    }
  }
  return at;
}

}  // namespace

TEST_CASE("ratings and advantage of baseball teams, as published") {
  // The Eastern Division of the American League, 1987: Agresti, Categorical Data Analysis (2002),
  // tables 10.10 and 10.11: games won and lost at home against each of the others. The fits are
  // also the tests of the R package BradleyTerry2 (tests/testthat/test-baseball.R).
  enum Team : std::uint8_t { kMilwaukee, kDetroit, kToronto, kNewYork, kBoston, kCleveland };
  constexpr std::size_t kTeams = 7, kBaltimore = 6;
  constexpr int kAtHome[kTeams][kTeams][2] = {
      {{0, 0}, {4, 3}, {4, 2}, {4, 3}, {6, 1}, {4, 2}, {6, 0}},
      {{3, 3}, {0, 0}, {4, 2}, {4, 3}, {6, 0}, {6, 1}, {4, 3}},
      {{2, 5}, {4, 3}, {0, 0}, {2, 4}, {4, 3}, {4, 2}, {6, 0}},
      {{3, 3}, {5, 1}, {2, 5}, {0, 0}, {4, 3}, {4, 2}, {6, 1}},
      {{5, 1}, {2, 5}, {3, 3}, {4, 2}, {0, 0}, {5, 2}, {6, 0}},
      {{2, 5}, {3, 3}, {3, 4}, {4, 3}, {4, 2}, {0, 0}, {2, 4}},
      {{2, 5}, {1, 5}, {1, 6}, {2, 4}, {1, 6}, {3, 4}, {0, 0}}};
  GameTable games = table_of(kTeams), anywhere = table_of(kTeams);
  for (std::size_t i = 0; i < kTeams; ++i) {
    for (std::size_t j = 0; j < kTeams; ++j) {
      games[i][j] = {kAtHome[i][j][1], 0, kAtHome[i][j][0]};
      // Each game also with the places exchanged, half of which would be the season without them.
      anywhere[i][j] = {kAtHome[i][j][1] + kAtHome[j][i][0], 0,
                        kAtHome[i][j][0] + kAtHome[j][i][1]};
    }
  }
  const Ratings ratings = fit_ratings(games, kNoPrior);
  CHECK(std::abs(ratings.first_move().elo / kLogOdds - 0.302) < 0.0006);
  const std::vector<double> published{0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044};
  double sum = 0;
  for (std::size_t i = 0; i < kTeams; ++i) sum += std::exp(ratings.of(i).elo / kLogOdds);
  for (std::size_t i = 0; i < kTeams; ++i) {
    CHECK(std::abs(std::exp(ratings.of(i).elo / kLogOdds) / sum - published[i]) < 0.0006);
  }
  const Ratings without = fit_ratings(anywhere, kNoPrior);
  CHECK(std::abs(without.first_move().elo) < 1e-3);
  const std::vector<double> above_baltimore{1.58, 1.44, 1.29, 1.25, 1.11, 0.68};
  for (std::size_t i = 0; i < kBaltimore; ++i) {
    const auto [elo, error] = without.difference(i, kBaltimore);
    CHECK(std::abs(elo / kLogOdds - above_baltimore[i]) < 0.006);
    // "About 0.3", of games that are counted twice here.
    CHECK(std::abs(error * std::sqrt(2.0) / 1.959964 / kLogOdds - 0.3) < 0.05);
  }
  CHECK(ratings.of(kMilwaukee).elo > ratings.of(kDetroit).elo);
}

TEST_CASE("ratings of two engines by hand") {
  // Each began 50 games; one won 40 and 20 of them: 0.8 and, with the other colour, 0.4 of its
  // games. log odds a + d = log 4, d - a = log(2/3), so d = log(8/3) / 2 and a = log 6 / 2.
  GameTable games = table_of(2);
  games[0][1] = {10, 0, 40};
  games[1][0] = {20, 0, 30};
  const Ratings ratings = fit_ratings(games, kNoPrior);
  CHECK(ratings.difference(0, 1).elo == doctest::Approx(kLogOdds * std::log(8.0 / 3) / 2));
  CHECK(ratings.of(0).elo == doctest::Approx(kLogOdds * std::log(8.0 / 3) / 4));
  CHECK(ratings.of(1).elo == doctest::Approx(-ratings.of(0).elo));
  CHECK(ratings.first_move().elo == doctest::Approx(kLogOdds * std::log(6.0) / 2));
  // Both log odds have variances of 1 / (n p q): 1/8 and 1/12, and their half sum a quarter of
  // both.
  const double error = 1.959964 * kLogOdds * std::sqrt((1.0 / 8 + 1.0 / 12) / 4);
  CHECK(ratings.difference(0, 1).error == doctest::Approx(error));
  CHECK(ratings.of(0).error == doctest::Approx(error / 2));
  CHECK(ratings.first_move().error == doctest::Approx(error));
  CHECK(ratings.expected_score(0, 1) == doctest::Approx(0.6));
  CHECK(ratings.expected_score(1, 0) == doctest::Approx(0.4));
}

TEST_CASE("a draw is half a win and half a loss") {
  GameTable drawn = table_of(3), halves = table_of(3);
  drawn[0][1] = {3, 10, 7};
  halves[0][1] = {8, 0, 12};
  drawn[2][0] = halves[2][0] = {5, 0, 9};
  drawn[1][2] = {0, 4, 0};
  halves[1][2] = {2, 0, 2};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(fit_ratings(drawn).of(i).elo == doctest::Approx(fit_ratings(halves).of(i).elo));
  }
}

TEST_CASE("the fit is that of a slow climb") {
  std::mt19937_64 random(3);
  for (int i = 0; i < 5; ++i) {
    std::normal_distribution<double> strength(0, 300);
    std::vector<double> elos;
    for (int engine = 0; engine < 3 + i; ++engine) elos.push_back(strength(random));
    const GameTable games = simulate(elos, 50, 4, random);
    const Ratings ratings = fit_ratings(games);
    const std::vector<double> climbed = climb(games, 2);
    double mean = 0;
    for (std::size_t k = 0; k < elos.size(); ++k) {
      mean += climbed[k] / static_cast<double>(elos.size());
    }
    for (std::size_t k = 0; k < elos.size(); ++k) {
      CHECK(ratings.of(k).elo ==
            doctest::Approx(kLogOdds * (climbed[k] - mean)).epsilon(1e-5).scale(1));
    }
    CHECK(ratings.first_move().elo ==
          doctest::Approx(kLogOdds * climbed.back()).epsilon(1e-5).scale(1));
  }
}

TEST_CASE("all is finite where engines won all, lost all, or did not meet") {
  const auto check = [](const Ratings& ratings) {
    double sum = 0;
    for (std::size_t i = 0; i < ratings.engines(); ++i) {
      CHECK(std::isfinite(ratings.of(i).elo));
      CHECK(std::isfinite(ratings.of(i).error));
      CHECK(ratings.of(i).error > 0);
      sum += ratings.of(i).elo;
      for (std::size_t j = 0; j < ratings.engines(); ++j) {
        if (i == j) continue;
        CHECK(ratings.difference(i, j).error > 0);
        CHECK(std::isfinite(ratings.difference(i, j).superiority()));
      }
    }
    CHECK(std::abs(sum) < 1e-6);
    CHECK(std::isfinite(ratings.first_move().elo));
    CHECK(ratings.first_move().error > 0);
  };
  check(fit_ratings(table_of(2)));
  GameTable games = table_of(2);
  games[0][1] = games[1][0] = {0, 0, 0};
  games[0][1] = {0, 0, 1000000};
  check(fit_ratings(games));  // only the one who began won
  games[1][0] = {1000000, 0, 0};
  check(fit_ratings(games));
  CHECK(fit_ratings(games).difference(0, 1).elo > 1000);
  GameTable islands = table_of(4);
  islands[0][1] = {0, 0, 15};
  islands[3][2] = {15, 0, 0};
  check(fit_ratings(islands));
  CHECK(fit_ratings(islands).difference(0, 2).superiority() < 0.9);
  check(fit_ratings(table_of(100)));
}

TEST_CASE("known ratings are found again, and 95% intervals hold them in 95% of tournaments") {
  const std::vector<double> elos{220, 90, 40, 0, -130, -220};  // mean 0
  constexpr double kFirstMove = 70;
  constexpr int kTournaments = 600;
  std::mt19937_64 random(42);
  int held = 0, pairs_held = 0, first_held = 0, pair_count = 0;
  double error = 0, bias = 0;
  for (int t = 0; t < kTournaments; ++t) {
    const Ratings ratings = fit_ratings(simulate(elos, kFirstMove, 25, random));
    for (std::size_t i = 0; i < elos.size(); ++i) {
      const auto estimate = ratings.of(i);
      held += std::abs(estimate.elo - elos[i]) <= estimate.error;
      error += estimate.error;
      bias += (i == 0 ? 1 : 0) * (estimate.elo - elos[i]);
      for (std::size_t j = 0; j < i; ++j) {
        const auto difference = ratings.difference(i, j);
        pairs_held += std::abs(difference.elo - (elos[i] - elos[j])) <= difference.error;
        ++pair_count;
      }
    }
    const auto first = ratings.first_move();
    first_held += std::abs(first.elo - kFirstMove) <= first.error;
  }
  const auto engines = static_cast<double>(elos.size());
  CHECK(held / (engines * kTournaments) == isthmus::test::within(0.015, 0.95));
  CHECK(static_cast<double>(pairs_held) / pair_count == isthmus::test::within(0.015, 0.95));
  CHECK(static_cast<double>(first_held) / kTournaments == isthmus::test::within(0.03, 0.95));
  // 250 games an engine: some 45 Elo.
  CHECK(error / (engines * kTournaments) == isthmus::test::within(0.1, 45));
  CHECK(std::abs(bias / kTournaments) < 5);  // the prior pulls the best engine by little
}
