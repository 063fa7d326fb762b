// What self-play rests on.

#include <cmath>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/tools/table_evaluator.hpp"
#include "tools/selfplay/openings.hpp"
#include "tools/selfplay/root_noise.hpp"
#include "tools/selfplay/settings.hpp"

using namespace isthmus;
using namespace isthmus::selfplay;

TEST_CASE("games begin where both sides have about the same chances") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  const TableEvaluator evaluator({0.5F, 0.6F, 0.4F, 0.9F, 1.0F, 0.5F, 0.5F, 0.0F, 0.5F});
  const Openings openings(*game, evaluator, 0.1, 1);
  const std::vector<double>& shares = openings.shares();
  CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) == doctest::Approx(1));
  // By hand: exp(-1/2) at one standard deviation, and 0.02 for all.
  CHECK(shares[1] / shares[0] == doctest::Approx((0.60653 + 0.02) / 1.02).epsilon(1e-3));
  CHECK(shares[2] == doctest::Approx(shares[1]).epsilon(1e-3));
  CHECK(shares[4] / shares[0] == doctest::Approx(0.02 / 1.02).epsilon(1e-2));
  std::mt19937_64 random(1);
  std::vector<int> drawn(9);
  for (int i = 0; i < 10000; ++i) ++drawn[openings.draw(random)];
  for (std::size_t cell = 0; cell < 9; ++cell) {
    CHECK(std::abs(drawn[cell] - 10000 * shares[cell]) < 200);  // four standard deviations
  }
}

TEST_CASE("noise is mixed into the policy of the root alone") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  const TableEvaluator evaluator(std::vector<float>(9, 0.5F));
  std::mt19937_64 random(2);
  RootNoise noise(evaluator, 2.0, random);
  const Position position = game->start();
  const EvaluationRequest request{&position, 1};
  Evaluation evaluation;
  std::vector<double> mean(9), square(9);
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    noise.begin(0.25);
    noise.evaluate({&request, 1}, {&evaluation, 1});
    const std::vector<float>& policy = evaluation.policy;
    CHECK(std::accumulate(policy.begin(), policy.end(), 0.0) == doctest::Approx(1));
    for (std::size_t cell = 0; cell < 9; ++cell) {
      const double part = (policy[cell] - 0.75 * (cell == 4 ? 0 : 0.125)) / 0.25;
      mean[cell] += part / kDraws;
      square[cell] += part * part / kDraws;
    }
    noise.evaluate({&request, 1}, {&evaluation, 1});
    CHECK(evaluation.policy[0] == 0.125F);
  }
  CHECK(evaluation.policy[4] == 0);
  for (std::size_t cell = 0; cell < 9; ++cell) {
    // Dirichlet with 8 parameters of a = 1/4: mean 1/8, variance (1/8)(7/8) / (8a + 1).
    CHECK(mean[cell] == doctest::Approx(cell == 4 ? 0 : 0.125).epsilon(0.05));
    const double variance = square[cell] - mean[cell] * mean[cell];
    CHECK(variance == doctest::Approx(cell == 4 ? 0 : 0.109375 / 3).epsilon(0.05));
  }
}

TEST_CASE("sizes are read with their weights") {
  const std::vector<WeightedSize> expected{{{11, 11}, 6}, {{9, 13}, 1}, {{5, 5}, 0.5}};
  CHECK(parse_sizes("11:6,13x9,5:0.5") == expected);
  for (const char* text : {"", "11:", "11:0", "11,,9", "11:1x", "a", "11:-1"}) {
    CHECK_THROWS_AS(parse_sizes(text), std::invalid_argument);
  }
}
