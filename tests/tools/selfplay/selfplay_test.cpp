// Self-play: the games, and what they rest on.

#include "tools/selfplay/selfplay.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/fills/cpu_fill_backend.hpp"
#include "games/list.hpp"
#include "tests/support/within.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tests/tools/selfplay/selfplay_games.hpp"
#include "tests/tools/selfplay/table_evaluator.hpp"
#include "tools/evaluators/evaluators.hpp"
#include "tools/selfplay/openings.hpp"
#include "tools/selfplay/root_noise.hpp"
#include "tools/selfplay/settings.hpp"

using namespace isthmus;
using namespace isthmus::selfplay;

namespace {

// Fills of 512, and perhaps a failure after some calls.
class FailingEvaluator : public Evaluator {
 public:
  FailingEvaluator(std::unique_ptr<Evaluator> evaluator, int calls)
      : evaluator_(std::move(evaluator)), calls_left_(calls) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    if (calls_left_-- == 0) throw std::runtime_error("out of order");
    evaluator_->evaluate(requests, evaluations);
  }

 private:
  std::unique_ptr<Evaluator> evaluator_;
  mutable std::atomic<int> calls_left_;
};

// Small games by three threads.
SelfplayJob small_job(const std::filesystem::path& out) {
  SelfplayJob job;
  job.sizes = parse_sizes("5:2,4x6");
  job.player.make_evaluator = fills_evaluators(std::make_shared<CpuFillBackend>());
  job.search_settings.fills = 512;
  job.search_settings.cache = 0;
  job.settings.visits = 12;
  job.settings.cheap_visits = 4;
  job.settings.parallel = 24;
  job.settings.workers = 3;
  job.settings.report_every = 0.005;
  job.folder = out;
  job.unfinished = out / "unfinished.shard";
  return job;
}

std::set<std::uint64_t> different_seeds(const std::vector<GameRecord>& games) {
  std::set<std::uint64_t> seeds;
  for (const GameRecord& game : games) CHECK(seeds.insert(game.seed).second);
  return seeds;
}

}  // namespace

TEST_CASE("games begin where both sides have about the same chances") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  const TableEvaluator evaluator({0.5F, 0.6F, 0.4F, 0.9F, 1.0F, 0.5F, 0.5F, 0.0F, 0.5F});
  const Openings openings(*game, evaluator, 0.1, 1);
  const std::vector<double>& shares = openings.shares();
  CHECK(std::accumulate(shares.begin(), shares.end(), 0.0) == doctest::Approx(1));
  // By hand: exp(-1/2) at one standard deviation, and 0.02 for all.
  CHECK(shares[1] / shares[0] == test::within(1e-4, (0.60653 + 0.02) / 1.02));
  CHECK(shares[2] == test::within(1e-4, shares[1]));
  CHECK(shares[4] / shares[0] == test::within(1e-3, 0.02 / 1.02));
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
  RootNoise noise(2.0, random);
  const Position position = game->start();
  const EvaluationRequest request{&position, 1};
  Evaluation evaluation;
  std::vector<double> mean(9), square(9);
  constexpr int kDraws = 20000;
  for (int i = 0; i < kDraws; ++i) {
    noise.begin(0.25);
    evaluator.evaluate({&request, 1}, {&evaluation, 1});
    noise.apply({&evaluation, 1});
    const std::vector<float>& policy = evaluation.policy;
    CHECK(std::accumulate(policy.begin(), policy.end(), 0.0) == doctest::Approx(1));
    for (std::size_t cell = 0; cell < 9; ++cell) {
      const double part = (policy[cell] - 0.75 * (cell == 4 ? 0 : 0.125)) / 0.25;
      mean[cell] += part / kDraws;
      square[cell] += part * part / kDraws;
    }
    evaluator.evaluate({&request, 1}, {&evaluation, 1});
    noise.apply({&evaluation, 1});
    CHECK(evaluation.policy[0] == 0.125F);
  }
  CHECK(evaluation.policy[4] == 0);
  for (std::size_t cell = 0; cell < 9; ++cell) {
    if (cell == 4) {  // no move
      CHECK(square[cell] == 0);
      continue;
    }
    // Dirichlet with 8 parameters of a = 1/4: mean 1/8, variance (1/8)(7/8) / (8a + 1).
    CHECK(mean[cell] == test::within(0.05, 0.125));
    const double variance = square[cell] - mean[cell] * mean[cell];
    CHECK(variance == test::within(0.05, 0.109375 / 3));
  }
}

TEST_CASE("sizes are read with their weights") {
  const std::vector<WeightedSize> expected{{{11, 11}, 6}, {{9, 13}, 1}, {{5, 5}, 0.5}};
  CHECK(parse_sizes("11:6,13x9,5:0.5") == expected);
  for (const char* text : {"", "11:", "11:0", "11,,9", "11:1x", "a", "11:-1"}) {
    CHECK_THROWS_AS(parse_sizes(text), std::invalid_argument);
  }
}

TEST_CASE("threads play all games that are handed out, and report the while") {
  const TemporaryFolder folder;
  SelfplayJob job = small_job(folder.path());
  job.settings.shard_megabytes = 0;  // a shard for each game
  CountedNumbers numbers(games_by_size(job.sizes, 90), 0);
  std::int64_t reported = 0;
  const auto totals = run_selfplay(job, numbers, {}, [&](const nlohmann::ordered_json& so_far) {
    CHECK(so_far.at("games") >= reported);
    reported = so_far.at("games");
  });
  const std::vector<GameRecord> games = games_below(folder.path());
  CHECK(different_seeds(games).size() == 90);
  CHECK(list_shards(folder.path()).size() == 90);
  for (const GameRecord& game : games) check_game(game, 12);
  CHECK(std::count_if(games.begin(), games.end(),
                      [](const auto& game) { return game.rows == 5; }) == 60);
  CHECK(totals.at("games") == 90);
  CHECK(totals.at("stoppedGames") == 0);
  CHECK(!std::filesystem::exists(job.unfinished));
}

TEST_CASE("a newer player plays the games that begin from then on") {
  const TemporaryFolder folder;
  SelfplayJob job = small_job(folder.path());
  std::vector<std::string> notes;
  job.note = [&](const std::string& note) { notes.push_back(note); };
  int looks = 0;
  job.newer_player = [&]() -> std::optional<Player> {
    ++looks;
    if (looks == 2) throw std::runtime_error("no such luck");
    return Player{job.player.make_evaluator, static_cast<std::uint32_t>(looks)};
  };
  std::stop_source source;
  std::set<std::uint32_t> nets;
  CountedNumbers numbers(games_by_size(job.sizes, 0), 0);
  run_selfplay(job, numbers, source.get_token(), [&](const nlohmann::ordered_json&) {
    nets.clear();
    for (const auto& shard : list_shards(folder.path())) {
      read_shard(shard, [&](const GameRecord& game) { nets.insert(game.net); });
    }
    if (nets.contains(3)) source.request_stop();
  });
  // By the first from the start, and from the second failure on by the third.
  CHECK(nets.contains(1));
  CHECK(nets.contains(3));
  CHECK_FALSE(nets.contains(0));
  CHECK_FALSE(nets.contains(2));
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].find("no such luck") != std::string::npos);
}

TEST_CASE("a stop and a failure in mid-run leave the unfinished games to the next") {
  const TemporaryFolder folder;
  SelfplayJob job = small_job(folder.path());
  std::stop_source source;
  CountedNumbers first(games_by_size(job.sizes, 0), 0);
  const auto totals =
      run_selfplay(job, first, source.get_token(), [&](const nlohmann::ordered_json& so_far) {
        if (so_far.at("games") >= 20) source.request_stop();
      });
  std::vector<GameRecord> games = games_below(folder.path());
  CHECK(totals.at("games") == games.size());
  CHECK(games.size() >= 20);
  std::vector<GameRecord> unfinished = games_in(job.unfinished);
  CHECK(unfinished.size() <= 24);
  CHECK(totals.at("stoppedGames") >= unfinished.size());
  REQUIRE(!unfinished.empty());

  // It goes on with those, and fails.
  const auto fills = job.player.make_evaluator;
  job.player.make_evaluator = [&](const Game& game, const EvaluatorSettings& settings) {
    return std::make_unique<FailingEvaluator>(fills(game, settings), 40);
  };
  CountedNumbers second(games_by_size(job.sizes, 0), 1000);
  CHECK_THROWS_WITH(run_selfplay(job, second, {}, [](const auto&) {}), "out of order");
  games = games_below(folder.path());
  for (const GameRecord& game : games_in(job.unfinished)) games.push_back(game);
  const std::set<std::uint64_t> seeds = different_seeds(games);
  for (const GameRecord& game : unfinished) CHECK(seeds.count(game.seed) == 1);

  job.player.make_evaluator = fills;
  CountedNumbers third(games_by_size(job.sizes, 60), 2000);
  run_selfplay(job, third, {}, [](const auto&) {});
  CHECK(!std::filesystem::exists(job.unfinished));
  games = games_below(folder.path());
  for (const GameRecord& game : games) check_game(game, 12);
  const std::set<std::uint64_t> all = different_seeds(games);
  for (std::uint64_t seed : seeds) CHECK(all.count(seed) == 1);
}
