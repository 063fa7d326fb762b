// Matches of two players, many games at once.

#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/fills/cpu_fill_backend.hpp"
#include "games/list.hpp"
#include "tests/support/function_evaluator.hpp"
#include "tests/tools/selfplay/table_evaluator.hpp"
#include "tools/evaluators/evaluators.hpp"
#include "tools/selfplay/match.hpp"

using namespace isthmus;
using namespace isthmus::selfplay;

TEST_CASE("the openings of a match are all first stones, and then others that are legal") {
  const auto game = make_game("hex", 4, 4, SwapRule::none);
  const test::FunctionEvaluator unasked([](const EvaluationRequest&, Evaluation&) {
    FAIL("an opening needs no judgement where all are taken");
  });
  const auto openings = match_openings(*game, unasked, 0.5, 40, 3);
  REQUIRE(openings.size() == 40);
  std::map<int, int> firsts;
  std::set<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < openings.size(); ++i) {
    ++firsts[openings[i][0].cell()];
    REQUIRE(openings[i].size() == (i < 16 ? 1 : 2));
    if (i >= 16) {
      CHECK(openings[i][0] != openings[i][1]);
      CHECK(pairs.insert({openings[i][0].cell(), openings[i][1].cell()}).second);
    }
    if (i == 15) CHECK(firsts.size() == 16);
  }
  CHECK(openings == match_openings(*game, unasked, 0.5, 40, 3));
  CHECK(openings != match_openings(*game, unasked, 0.5, 40, 4));
}

TEST_CASE("even openings are those of all that the evaluator calls even, each once") {
  const auto game = make_game("hex", 3, 3, SwapRule::none);
  // By the last stone, which it judges: a3 0.4, b2 0.9, all others 0.62.
  std::vector<float> table(9, 0.62F);
  table[game->find_move("a3")->cell()] = 0.4F;
  table[game->find_move("b2")->cell()] = 0.9F;
  const TableEvaluator evaluator(table);
  // First stones: all but b2, and with max_lead 0.11 only a3. After another first stone a3 is
  // even.
  const auto wide = match_openings(*game, evaluator, 0.2, 8, 5);
  CHECK(wide.size() == 8);
  for (const auto& opening : wide) CHECK(opening.back() != *game->find_move("b2"));
  const auto narrow = match_openings(*game, evaluator, 0.11, 1000, 5);
  CHECK(narrow.size() == 9);  // a3, and each of the 8 other stones answered by it
  CHECK(narrow.front().size() == 1);
  for (const auto& opening : narrow) CHECK(opening.back() == *game->find_move("a3"));
  CHECK(match_openings(*game, evaluator, 0.05, 10, 5).empty());
}

TEST_CASE("a match of fills against fewer visits of themselves comes out for them") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const auto backend = std::make_shared<CpuFillBackend>();
  Settings strong, weak;
  strong.fills = weak.fills = 512;
  strong.memory = weak.memory = 1;
  strong.visits = 60;
  weak.visits = 2;
  MatchJob job{.game = *game,
               .make_evaluators = {fills_evaluators(backend), fills_evaluators(backend)},
               .settings = {strong, weak},
               .pairs = 20,
               .parallel = 20,
               .workers = 2};
  const auto mean = [&] {
    EvaluationStats stats;
    const std::vector<double> scores = play_match(job, {}, stats);
    CHECK(stats.evaluations > 20 * 2 * 10);
    REQUIRE(scores.size() == 20);
    return std::accumulate(scores.begin(), scores.end(), 0.0) / 20;
  };
  CHECK(mean() > 0.6);
  std::swap(job.settings[0], job.settings[1]);
  CHECK(mean() < 0.4);
  job.settings[0] = job.settings[1];
  CHECK(std::abs(mean() - 0.5) < 0.2);

  // One evaluator for both players, which differ in their settings alone.
  job.make_evaluators[1] = nullptr;
  job.settings = {weak, strong};
  CHECK(mean() < 0.4);
}

TEST_CASE("a match ends when it is decided") {
  const auto game = make_game("hex", 4, 4, SwapRule::none);
  Settings settings;
  settings.fills = 512;
  settings.memory = 1;
  settings.visits = 2;
  std::size_t calls = 0;
  MatchJob job{.game = *game,
               .make_evaluators = {fills_evaluators(std::make_shared<CpuFillBackend>()), {}},
               .settings = {settings, settings},
               .pairs = 100,
               .parallel = 6,
               .workers = 2,
               .is_decided = [&](std::span<const double> scores) {
                 CHECK(scores.size() == ++calls);
                 return scores.size() == 7;
               }};
  EvaluationStats stats;
  CHECK(play_match(job, {}, stats).size() == 7);
}
