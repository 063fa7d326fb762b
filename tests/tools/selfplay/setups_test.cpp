// Random positions to begin games at.

#include "tools/selfplay/setups.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/support/function_evaluator.hpp"
#include "tests/tools/selfplay/selfplay_games.hpp"
#include "tools/selfplay/openings.hpp"
#include "tools/selfplay/play.hpp"
#include "tools/selfplay/settings.hpp"

using namespace isthmus;
using namespace isthmus::selfplay;

namespace {

// Hex by the plainest means: whether the side of the moves of this parity joins its edges, Black's
// (0) first and last row, White's (1) first and last column.
bool has_joined(const std::vector<Cell>& moves, std::size_t parity, int rows, int columns) {
  std::set<std::pair<int, int>> stones, reached;
  for (std::size_t i = parity; i < moves.size(); i += 2) {
    stones.insert({moves[i] / columns, moves[i] % columns});
  }
  const auto depth = [&](std::pair<int, int> at) { return parity == 0 ? at.first : at.second; };
  std::vector<std::pair<int, int>> open;
  for (const auto& stone : stones) {
    if (depth(stone) == 0) open.push_back(stone);
  }
  constexpr std::array<std::pair<int, int>, 6> kSteps{
      {{0, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, 0}, {-1, 1}}};
  while (!open.empty()) {
    const auto at = open.back();
    open.pop_back();
    if (!reached.insert(at).second) continue;
    if (depth(at) == (parity == 0 ? rows : columns) - 1) return true;
    for (const auto& [down, right] : kSteps) {
      const std::pair next{at.first + down, at.second + right};
      if (stones.contains(next)) open.push_back(next);
    }
  }
  return false;
}

SelfplaySettings setups_of(double share) {
  SelfplaySettings settings;
  settings.setup_share = share;
  settings.visits = 12;
  settings.cheap_visits = 4;
  return settings;
}

// Everything is even, and each legal move as good as another.
test::FunctionEvaluator even_evaluator(const Game& game) {
  return test::FunctionEvaluator([&game](const EvaluationRequest& request, Evaluation& evaluation) {
    evaluation = test::even_evaluation(game, *request.position);
  });
}

std::size_t opening_moves(const GameRecord& record) {
  return static_cast<std::size_t>(
      std::find_if(record.moves.begin(), record.moves.end(),
                   [](const MoveRecord& move) { return move.choice != Choice::opening; }) -
      record.moves.begin());
}

}  // namespace

TEST_CASE("set-ups have stones in turn on different cells, and no winner") {
  std::mt19937_64 random(1);
  const auto game = make_game("hex", 5, 6, SwapRule::none);
  std::vector<int> of_length(16), of_cell(30);
  for (int i = 0; i < 4000; ++i) {
    const std::vector<Cell> moves = draw_setup(*game, random);
    REQUIRE(moves.size() <= 15);
    ++of_length[moves.size()];
    CHECK(std::set(moves.begin(), moves.end()).size() == moves.size());
    for (const Cell cell : moves) ++of_cell.at(cell);
    CHECK_FALSE(has_joined(moves, 0, 5, 6));
    CHECK_FALSE(has_joined(moves, 1, 5, 6));
  }
  // From two stones to a half, few more often than many: of the 14 lengths the first k come by
  // sqrt(k / 14), as none of up to eight stones is decided, five in a row being needed. So one,
  // four and seven of them as 1 to 2 to 2.65, by four standard deviations.
  for (std::size_t length = 0; length <= 15; ++length) {
    CAPTURE(length);
    CHECK((of_length[length] > 0) == (length >= 2));
  }
  const auto up_to = [&](int length) {
    return std::accumulate(of_length.begin(), of_length.begin() + length + 1, 0);
  };
  CHECK(up_to(2) > 1069 - 112);
  CHECK(std::abs(up_to(5) - 2 * up_to(2)) < 200);
  CHECK(std::abs(up_to(8) - 2.646 * up_to(2)) < 300);
  // Half a turn exchanges cells and changes no rule.
  for (std::size_t cell = 0; cell < 30; ++cell) {
    CHECK(of_cell[cell] > 0);
    CHECK(std::abs(of_cell[cell] - of_cell[29 - cell]) < 250);
  }
}

TEST_CASE("set-ups are of every game, and of the smallest boards") {
  for (const std::string name : {"hex", "rex", "y", "havannah", "gonnect"}) {
    CAPTURE(name);
    const auto game = make_game(name, 5, 5, SwapRule::none);
    std::mt19937_64 random(2);
    for (int i = 0; i < 50; ++i) {
      const std::vector<Cell> moves = draw_setup(*game, random);
      CHECK(moves.size() >= 2);
      Position position = game->start();
      for (const Cell cell : moves) {
        REQUIRE(game->is_legal(position, Move(cell)));
        game->play(position, Move(cell));
      }
      CHECK(position.result == Result::ongoing);
    }
  }
  std::mt19937_64 random(3);
  CHECK(draw_setup(*make_game("hex", 1, 1, SwapRule::none), random).empty());
}

TEST_CASE("a share of the games begins at a set-up, from the seed alone") {
  const auto game = make_game("hex", 6, 6, SwapRule::none);
  const test::FunctionEvaluator evaluator = even_evaluator(*game);
  const Openings openings(*game, evaluator, 0.2, 1);
  const Settings search_settings;
  const auto count = [&](double share) {
    const SelfplaySettings settings = setups_of(share);
    const GameContext context{*game, openings, settings, search_settings, 0};
    int setups = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
      std::mt19937_64 random(seed), again(seed);
      const GameRecord record = new_record(*game, seed);
      const GameStart start = draw_start(context, record, random);
      CHECK(start.opening == draw_start(context, record, again).opening);
      if (start.opening.size() > 1) ++setups;
    }
    return setups;
  };
  CHECK(count(0) == 0);
  CHECK(count(1) == 400);
  CHECK(std::abs(count(0.3) - 120) < 37);  // four standard deviations
}

TEST_CASE("a game goes on from its set-up, from which nothing is learned") {
  const auto game = make_game("hex", 6, 6, SwapRule::none);
  const test::FunctionEvaluator evaluator = even_evaluator(*game);
  const Openings openings(*game, evaluator, 0.2, 1);
  const Settings search_settings;
  const SelfplaySettings with = setups_of(1), without = setups_of(0);
  const GameContext set_up{*game, openings, with, search_settings, 0};
  const GameContext ordinary{*game, openings, without, search_settings, 0};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const GameRecord record = play_alone(set_up, evaluator, seed);
    check_game(record, 12);
    CHECK(opening_moves(record) >= 2);
    CHECK(opening_moves(record) <= 18);
    CHECK(record.moves.size() > opening_moves(record));
    CHECK(decode(encode(record)) == record);
    CHECK(play_alone(set_up, evaluator, seed) == record);
    CHECK(opening_moves(play_alone(ordinary, evaluator, seed)) <= 1);
  }
}
