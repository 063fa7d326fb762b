#include "tools/selfplay/tree_match.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "gpu/tree/cpu_tree_games.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/hash_net.hpp"
#include "tests/tools/selfplay/tree_evaluator.hpp"
#include "tools/selfplay/match.hpp"

using namespace isthmus;
using namespace isthmus::selfplay;

namespace {

constexpr int kPairs = test::fewer_if_sanitized(30, 2);

// A match of these two nets, the searches of which differ as well.
struct Match {
  std::unique_ptr<const Game> game;
  test::HashNet first_net{};
  test::OppositeNet second_net{};
  std::array<Settings, 2> settings{};

  explicit Match(const std::string& name)
      : game(make_game(name, name == "havannah" ? 3 : 5, name == "havannah" ? 3 : 5,
                       SwapRule::none)) {
    for (Settings& of_player : settings) {
      of_player.memory = 1;
      of_player.reuse_tree = false;
      of_player.root_views = 1;
      of_player.solver_share = 0;
    }
    settings[0].visits = 40;
    settings[0].net_temperature = 1.5;
    settings[1].visits = 17;
    settings[1].exploration = 0.6;
  }

  const NetRunner& net(std::size_t player) const {
    return player == 0 ? static_cast<const NetRunner&>(first_net) : second_net;
  }
  MatchJob job(int parallel, int devices) const {
    const auto evaluators = [this](std::size_t player) {
      return [this, player](const Game& of, const EvaluatorSettings& by) {
        return std::make_unique<test::TreeEvaluator>(of, net(player), by.net_temperature);
      };
    };
    MatchJob made{.game = *game,
                  .make_evaluators = {evaluators(0), evaluators(1)},
                  .settings = settings,
                  .pairs = kPairs,
                  .parallel = parallel};
    for (int device = 0; device < devices; ++device) {
      made.make_trees.emplace_back([this](std::size_t player, int slots) {
        return std::make_unique<CpuTreeGames>(*game, net(player),
                                              match_tree_settings(settings[player]), slots);
      });
    }
    return made;
  }
};

}  // namespace

TEST_CASE("a match by trees is that of the search, game by game") {
  std::size_t decided = 0;
  for (const std::string name :
       {"hex", "rex", "y", "havannah", "gonnect", "gonnect-repetition-loses"}) {
    CAPTURE(name);
    const Match match(name);
    EvaluationStats expected_stats, stats;
    // One game at a time: they end in their order.
    const std::vector<double> expected = play_match(match.job(1, 0), {}, expected_stats);
    CHECK(play_match(match.job(1, 1), {}, stats) == expected);
    CHECK(stats.evaluations == expected_stats.evaluations);
    CHECK(expected.size() == static_cast<std::size_t>(kPairs));
    for (const double pair : expected) decided += pair == 0 || pair == 1 ? 1 : 0;

    std::vector<double> in_order = expected;
    std::sort(in_order.begin(), in_order.end());
    for (const int devices : {1, 3}) {
      EvaluationStats beside;
      std::vector<double> scores = play_match(match.job(20, devices), {}, beside);
      std::sort(scores.begin(), scores.end());
      CHECK(scores == in_order);
      CHECK(beside.evaluations == expected_stats.evaluations);
      if (devices == 1) CHECK(beside.batches < stats.batches / 3);
    }
  }
  CHECK(decided > 10);
}

TEST_CASE("a match by trees ends when it is decided") {
  const Match match("hex");
  std::size_t calls = 0;
  MatchJob job = match.job(6, 1);
  job.is_decided = [&](std::span<const double> scores) {
    CHECK(scores.size() == ++calls);
    return scores.size() == 7;
  };
  EvaluationStats stats;
  CHECK(play_match(job, {}, stats).size() == 7);
}

TEST_CASE("settings that trees of a match do not know are named") {
  Settings settings;
  settings.visits = 65535;
  CHECK(match_tree_obstacle(settings) == "");
  settings.half_turn = true;
  CHECK(match_tree_obstacle(settings) == "they judge no position twice (half-turn)");
  settings.visits = 65536;
  CHECK(match_tree_obstacle(settings) == "they make no more than 65535 visits");
}
