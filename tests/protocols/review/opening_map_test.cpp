#include "protocols/review/opening_map.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/function_evaluator.hpp"

using namespace isthmus;

namespace {

// The value of the first stone to Black, by the number of its cell: different from that of the
// stone opposite to it.
double value_of(int cell) { return 0.3 + 0.02 * cell; }

OpeningMapOptions options_for(test::FunctionEvaluator::Judge judge) {
  OpeningMapOptions options;
  options.pool.make_evaluator = [judge](const Game&, const EvaluatorSettings&) {
    return std::make_unique<test::FunctionEvaluator>(judge);
  };
  options.limits.visits = 1;
  return options;
}

// Judges by value_of() of the only black stone.
OpeningMapOptions by_first_stone(const Game& game) {
  return options_for([&game](const EvaluationRequest& request, Evaluation& evaluation) {
    evaluation = test::even_evaluation(game, *request.position);
    request.position->of(Colour::black).for_each([&](Cell cell) {
      evaluation.black_wins = static_cast<float>(value_of(cell));
    });
  });
}

std::size_t kinds(const std::vector<JudgedStone>& stones) {
  return static_cast<std::size_t>(
      std::count_if(stones.begin(), stones.end(),
                    [](const JudgedStone& stone) { return !stone.is_symmetrical; }));
}

}  // namespace

TEST_CASE("a stone is judged as it stands and turned, and the differences make the error") {
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::none);
  const auto stones = map_openings(Record(game), by_first_stone(*game), {}, {});
  REQUIRE(stones.size() == 9);
  // The cells 0 to 8, of which each is opposite to what makes 8 with it. All pairs have the mean
  // value_of(4); they differ by 0.16, 0.12, 0.08, 0.04 and, in the middle, not at all.
  const double mean = value_of(4), spread = mean * (1 - mean);
  double sum = 0;
  for (const double difference : {0.16, 0.12, 0.08, 0.04, 0.0}) {
    sum += difference * difference / (2 * spread);
  }
  const double error = std::sqrt(sum / 5 * spread / 2);
  for (int cell = 0; cell < 9; ++cell) {
    const JudgedStone& stone = stones[static_cast<std::size_t>(cell)];
    CAPTURE(cell);
    CHECK(stone.cell == cell);
    CHECK(std::abs(stone.win_rate - mean) < 1e-5);
    CHECK(std::abs(stone.error - error) < 1e-5);
    CHECK(stone.visits == 2);
    CHECK(stone.proof == Proof::unknown);
    CHECK(stone.is_symmetrical == (cell > 4));
  }
}

TEST_CASE("one stone of each kind is judged, and after a first stone each answer") {
  const std::map<std::string, std::pair<int, std::size_t>> known{
      {"hex", {11, 61}},  // half turns: (121 + 1) / 2
      {"rex", {4, 8}},
      {"y", {5, 4}},         // 15 cells, of which each of 3 mirrors keeps 3: (15 + 9) / 6
      {"havannah", {4, 6}},  // as in the literature on solving it
      {"gonnect", {5, 6}}};
  for (const auto& entry : known) {
    const std::string& name = entry.first;
    const auto board = entry.second;
    CAPTURE(name);
    const std::shared_ptr<const Game> game =
        make_game(name, board.first, board.first, SwapRule::none);
    const auto even = options_for([&](const EvaluationRequest& request, Evaluation& evaluation) {
      evaluation = test::even_evaluation(*game, *request.position);
    });
    const auto stones = map_openings(Record(game), even, {}, {});
    CHECK(kinds(stones) == board.second);
    CHECK(stones.size() == static_cast<std::size_t>(game->board().cell_count()));
  }
  const std::shared_ptr<const Game> game = make_game("hex", 4, 4, SwapRule::none);
  Record record(game);
  REQUIRE(record.play(*game->find_move("a2")));
  const auto answers = map_openings(record, by_first_stone(*game), {}, {});
  CHECK(answers.size() == 15);
  CHECK(kinds(answers) == 15);
  // Of White, who wins where Black does not: a2 is cell 4, and turned cell 11.
  for (const JudgedStone& stone : answers) {
    CHECK(std::abs(stone.win_rate - (1 - (value_of(4) + value_of(11)) / 2)) < 1e-5);
  }
}

TEST_CASE("what the solver knows is not searched") {
  const std::shared_ptr<const Game> game = make_game("hex", 4, 4, SwapRule::none);
  OpeningMapOptions options =
      options_for([](const EvaluationRequest&, Evaluation&) { throw std::logic_error("asked"); });
  options.solve.nodes = 1'000'000;
  const auto stones = map_openings(Record(game), options, {}, {});
  REQUIRE(stones.size() == 16);
  test::BruteForce everything(4, 4);
  int wins = 0;
  for (const JudgedStone& stone : stones) {
    const bool is_won =
        everything.wins(test::BruteForce::bit(stone.cell), 0, Colour::black, Colour::white);
    CHECK(stone.proof == (is_won ? Proof::win : Proof::loss));
    CHECK(stone.win_rate == (is_won ? 1.0 : 0.0));
    CHECK(stone.error == 0);
    CHECK(stone.visits == 0);
    wins += is_won;
  }
  CHECK(wins > 0);
  CHECK(wins < 16);
}

TEST_CASE("without threads the same is searched, by the calling thread, and reported on the way") {
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::none);
  OpeningMapOptions options = by_first_stone(*game);
  const auto expected = map_openings(Record(game), options, {}, {});
  options.pool.threads = 0;
  std::vector<std::size_t> reported;
  const auto stones =
      map_openings(Record(game), options, {}, [&](std::size_t done, std::size_t all) {
        CHECK(all == 10);  // two looks at each of 5 stones
        reported.push_back(done);
      });
  REQUIRE(stones.size() == expected.size());
  for (std::size_t i = 0; i < stones.size(); ++i) {
    CHECK(stones[i].win_rate == expected[i].win_rate);
    CHECK(stones[i].error == expected[i].error);
  }
  CHECK(std::is_sorted(reported.begin(), reported.end()));
  CHECK(reported.back() == 10);
  std::stop_source stop;
  stop.request_stop();
  CHECK(map_openings(Record(game), options, stop.get_token(), {}).empty());
}

TEST_CASE("a stop leaves out what was not judged, and a failure is thrown") {
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::none);
  std::stop_source stop;
  stop.request_stop();
  CHECK(map_openings(Record(game), by_first_stone(*game), stop.get_token(), {}).empty());
  const auto failing = options_for(
      [](const EvaluationRequest&, Evaluation&) { throw std::runtime_error("no chance"); });
  CHECK_THROWS_WITH_AS(map_openings(Record(game), failing, {}, {}), "no chance",
                       std::runtime_error);
}
