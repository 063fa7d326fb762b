#include "engine/search/level.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/search/search.hpp"
#include "engine/settings/settings.hpp"
#include "games/list.hpp"
#include "tests/support/function_evaluator.hpp"
#include "tests/support/one_thread.hpp"
#include "tests/support/search_support.hpp"

namespace isthmus {

namespace {

using test::even_evaluation;
using test::FunctionEvaluator;
using test::NoiseEvaluator;
using test::without_solver;

constexpr int kDraws = 20'000;

std::size_t best(const Evaluation& evaluation) {
  return static_cast<std::size_t>(
      std::max_element(evaluation.policy.begin(), evaluation.policy.end()) -
      evaluation.policy.begin());
}

// How often each cell comes first in this policy at a level.
std::vector<double> shares(int level, const Position& position, const std::vector<float>& policy) {
  std::vector<double> counts(policy.size());
  for (int i = 0; i < kDraws; ++i) {
    Evaluation evaluation;
    evaluation.policy = policy;
    weaken(level, position, static_cast<std::uint64_t>(i), evaluation);
    counts[best(evaluation)] += 1.0 / kDraws;
  }
  return counts;
}

// Of 25 cells: the first ones as given, the rest alike and as good as nothing.
std::vector<float> policy_of(std::vector<float> first) {
  const float rest = 1 - std::accumulate(first.begin(), first.end(), 0.0F);
  const auto count = static_cast<float>(25 - first.size());
  first.resize(25, rest / count);
  return first;
}

}  // namespace

TEST_CASE("a level draws from the policy at a temperature") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  for (const int level : {4, 8, 12}) {
    CAPTURE(level);
    const auto share = shares(level, game->start(), policy_of({0.64F, 0.16F, 0.04F, 0.159F}));
    // From 0.64 to 0.16 it is as far as from there to 0.04, so that the odds are too.
    const double far = std::log(share[0] / share[1]), near = std::log(share[1] / share[2]);
    CHECK(far > 0.1);
    const double error =
        std::sqrt(1 / (share[0] * kDraws) + 4 / (share[1] * kDraws) + 1 / (share[2] * kDraws));
    CHECK(std::abs(far - near) < 4 * error);
    // 0.159 is as good as 0.16.
    CHECK(std::abs(share[1] - share[3]) < 4 * std::sqrt(2 * share[1] / kDraws));
  }
}

TEST_CASE("the higher the level, the more often it finds what the policy likes best" *
          test::one_thread()) {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  double before = 0;
  for (int level = 1; level <= kMaxPolicyLevel; ++level) {
    const double share = shares(level, game->start(), policy_of({0.4F, 0.3F, 0.1F, 0.05F}))[0];
    CHECK(share > before - (before > 0.99 ? 0.005 : 0));
    before = share;
  }
  CHECK(before > 0.7);
}

TEST_CASE("the fuller the board, the less a level trusts the policy") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  Position position = game->start();
  const auto policy = policy_of({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.6F, 0.3F});
  double before = 1;
  for (int i = 0; i < 3; ++i) {
    const double share = shares(9, position, policy)[14];
    CHECK(share < before);
    before = share;
    for (int stone = 0; stone < 4; ++stone) {
      game->play(position, Move(static_cast<Cell>(4 * i + stone)));
    }
  }
}

TEST_CASE("the last cells of a policy are never played, and all but the policy stays") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  std::vector<float> policy(25);
  for (std::size_t cell = 0; cell < 25; ++cell) policy[cell] = static_cast<float>(cell) / 300;
  policy[0] = 0;  // as a stone has
  const auto share = shares(1, game->start(), policy);
  for (std::size_t cell = 0; cell < 25; ++cell) {
    CAPTURE(cell);
    // Of the 24 the first 60%, as far as whole cells go.
    CHECK((share[cell] > 0) == (cell > 10));
  }
  Evaluation judged = even_evaluation(*game, game->start()), weak = judged;
  weaken(3, game->start(), 5, weak);
  CHECK(weak.policy != judged.policy);
  CHECK(std::accumulate(weak.policy.begin(), weak.policy.end(), 0.0) ==
        doctest::Approx(1).epsilon(1e-5));
  CHECK(weak.black_wins == judged.black_wins);
  CHECK(weak.ownership == judged.ownership);
  CHECK(weak.amaf == judged.amaf);
  Evaluation again = judged;
  weaken(3, game->start(), 5, again);
  CHECK(again.policy == weak.policy);
  weaken(3, game->start(), 6, judged);
  CHECK(judged.policy != weak.policy);
}

TEST_CASE(
    "a level searches as much as it always does, and the lower ones not, whatever the limits") {
  const std::shared_ptr<const Game> game = make_game("hex", 5, 5, SwapRule::none);
  int asked = 0;
  const FunctionEvaluator evaluator([&](const EvaluationRequest& request, Evaluation& evaluation) {
    ++asked;
    evaluation = even_evaluation(*game, *request.position);
  });
  CHECK(find_setting("level").most == kMaxLevel);
  SearchSettings settings;
  std::int64_t before = 1;
  for (int level = 1; level <= kMaxLevel; ++level) {
    CAPTURE(level);
    const std::int64_t visits = visits_of_level(level);
    CHECK((level <= kMaxPolicyLevel ? visits == 1 : visits > before));
    before = visits;
    settings.level = level;
    settings.seed = level;
    Search search(*game, evaluator, settings);
    Record record(game);
    search.set_root(record);
    asked = 0;
    const SearchReport report = search.run({.visits = 500});
    CHECK(report.visits == visits);
    CHECK(asked <= visits);  // finished games are not judged
    REQUIRE(record.play(Colour::black, report.moves.front().move));
    search.set_root(record);
    const SearchReport next = search.run({.visits = 500});
    CHECK(next.visits == visits);
    CHECK(next.evaluations > visits / 2);  // no tree is kept
  }
}

TEST_CASE("a search of full strength goes on with no tree of a level") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  SearchSettings settings = without_solver();
  Search afresh(*game, evaluator, settings);
  afresh.set_root(game->start(), {});
  const SearchReport expected = afresh.run({.visits = 300});
  for (const int level : {1, kMaxPolicyLevel + 1}) {
    CAPTURE(level);
    settings.level = level;
    Search search(*game, evaluator, settings);
    search.set_root(game->start(), {});
    search.run({});
    settings.level = 0;
    search.set_root(game->start(), {});
    const SearchReport report = search.run({.visits = 300});
    REQUIRE(report.moves.size() == expected.moves.size());
    for (std::size_t i = 0; i < report.moves.size(); ++i) {
      CHECK(report.moves[i].move == expected.moves[i].move);
      CHECK(report.moves[i].prior == expected.moves[i].prior);
      CHECK(report.moves[i].visits == expected.moves[i].visits);
    }
  }
}

TEST_CASE("every level plays a move that wins at once, whatever the policy") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  Position position = game->start();
  for (const char* cell : {"c1", "a1", "c2", "a2", "c3", "b1", "c4", "a3"}) {
    game->play(position, *game->find_move(cell));
  }
  // Both c5 and b5 join the column to the bottom.
  const FunctionEvaluator evaluator([&](const EvaluationRequest& request, Evaluation& evaluation) {
    evaluation = even_evaluation(*game, *request.position);
    for (const char* cell : {"b5", "c5"}) evaluation.policy[game->find_move(cell)->cell()] = 1e-9F;
  });
  SearchSettings settings;
  for (int level = 1; level <= kMaxLevel; ++level) {
    CAPTURE(level);
    settings.level = level;
    Search search(*game, evaluator, settings);
    search.set_root(position, {});
    const SearchReport report = search.run({});
    const std::string best = game->name(report.moves.front().move);
    CHECK((best == "b5" || best == "c5"));
    CHECK(report.proof == Proof::win);
  }
  // One move earlier nothing wins at once.
  CHECK(immediate_wins(*game, position).size() == 2);
  position = game->start();
  CHECK(immediate_wins(*game, position).empty());
}

TEST_CASE("a level plays the move that is first in the weakened policy") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const FunctionEvaluator evaluator([&](const EvaluationRequest& request, Evaluation& evaluation) {
    evaluation = even_evaluation(*game, *request.position);
  });
  SearchSettings settings;
  settings.level = 5;
  std::vector<std::uint16_t> moves;
  for (settings.seed = 1; settings.seed <= 30; ++settings.seed) {
    Search search(*game, evaluator, settings);
    search.set_root(game->start(), {});
    const SearchReport report = search.run({});
    moves.push_back(report.moves.front().move.code());
    CHECK(report.evaluation.policy == even_evaluation(*game, game->start()).policy);
  }
  std::sort(moves.begin(), moves.end());
  // 30 draws among that many alike cells show 15 or so.
  CHECK(std::unique(moves.begin(), moves.end()) - moves.begin() > 8);
}

}  // namespace isthmus
