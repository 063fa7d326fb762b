#include "engine/net/net_evaluator.hpp"

#include <cmath>
#include <map>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "engine/net/cpu_net.hpp"
#include "games/gonnect/gonnect.hpp"
#include "games/hex/hex.hpp"
#include "games/rex/rex.hpp"
#include "games/y/y.hpp"
#include "tests/games/trial.hpp"
#include "tests/support/evaluation_of.hpp"
#include "tests/support/position_after.hpp"
#include "tests/support/random_position.hpp"
#include "tests/support/within.hpp"

using namespace isthmus;

namespace {

Move at(const Game& game, const char* name) { return game.find_move(name).value(); }

// Input planes as text, a digit a point.
std::string planes(const Game& game, const Position& position) {
  const NetView view = NetInput(game).view(position.to_move);
  std::vector<std::uint8_t> points(view.points(), 0xff);
  NetInput(game).write(position, points);
  std::string text;
  for (std::size_t i = 0; i < points.size(); ++i) {
    text += static_cast<char>('0' + points[i]);
    if ((i + 1) % static_cast<std::size_t>(view.columns + 2) == 0) text += '\n';
  }
  return text;
}

// The same position seen with the colours exchanged: transposed on the transposed board.
Position exchanged(const Board& board, const Board& other, const Position& position) {
  Position result = position;
  const auto turn = [&](Cell cell) { return other.at(board.column(cell), board.row(cell)); };
  for (const Colour colour : {Colour::black, Colour::white}) {
    CellSet& set = result.of(opponent(colour)) = {};
    position.of(colour).for_each([&](Cell cell) { set.insert(turn(cell)); });
  }
  result.to_move = opponent(position.to_move);
  if (position.last_move.is_cell()) result.last_move = Move(turn(position.last_move.cell()));
  return result;
}

}  // namespace

TEST_CASE("Black sees the board as it is") {
  const Hex game(2, 3, SwapRule::none);
  Position position = game.start();
  CHECK(planes(game, position) ==
        "02220\n"
        "41114\n"
        "41114\n"
        "02220\n");
  game.play(position, at(game, "b1"));
  game.play(position, at(game, "c2"));
  CHECK(planes(game, position) ==
        "02220\n"
        "41314\n"
        "411=4\n"  // 13: board, opponent, last
        "02220\n");
}

TEST_CASE("White sees the board transposed") {
  const Hex game(2, 3, SwapRule::none);
  Position position = game.start();
  game.play(position, at(game, "b1"));
  game.play(position, at(game, "c2"));
  game.play(position, at(game, "a2"));
  CHECK(planes(game, position) ==
        "0220\n"
        "41=4\n"
        "4514\n"
        "4134\n"
        "0220\n");
}

TEST_CASE("a swap hides the last move, and so does a mover who moved last") {
  const Hex game(3, 3, SwapRule::pieces);
  Position position = game.start();
  game.play(position, at(game, "a2"));
  game.play(position, Move::swap_pieces());
  CHECK(planes(game, position) == "02220\n41514\n41114\n41114\n02220\n");
  const Hex sides(3, 3, SwapRule::sides);
  position = sides.start();
  sides.play(position, at(sides, "a2"));
  sides.play(position, Move::swap_sides());
  CHECK(planes(sides, position) == "02220\n41514\n41114\n41114\n02220\n");
  position = game.start();
  game.play(position, at(game, "a2"));
  position.to_move = Colour::black;
  CHECK(planes(game, position) == "02220\n41114\n43114\n41114\n02220\n");
}

TEST_CASE("goals that both colours want are both's, wherever the board ends") {
  const Y game(3, SwapRule::none);
  Position position = game.start();
  game.play(position, at(game, "b1"));
  // As it is for both colours: White is to move.
  CHECK(planes(game, position) ==
        "06666\n"
        "61=16\n"
        "61160\n"
        "61600\n"
        "66000\n");
}

TEST_CASE("cells that are missing are seen so, and squares have a goal's points beside its cells") {
  const Trial game(4, SwapRule::none);
  Position position = game.start();
  CHECK(planes(game, position) ==
        "002220\n"
        "001114\n"
        "411114\n"
        "411114\n"
        "411100\n"
        "022200\n");
  game.play(position, at(game, "b1"));
  CHECK(planes(game, position) ==
        "002220\n"
        "001114\n"
        "4=1114\n"
        "411114\n"
        "411100\n"
        "022200\n");
}

TEST_CASE("a game without the symmetry of half a turn is looked at once") {
  Settings settings;
  const Y game(4, SwapRule::none);
  const NetEvaluator evaluator(game, "y", {}, std::make_shared<CpuNet>(random_net("y", 2, 32, 9)),
                               settings);
  const Position position = test::random_position(game, 4, 1);
  const Evaluation once = test::evaluation_of(evaluator, position);
  settings.half_turn = true;
  CHECK(test::evaluation_of(evaluator, position).policy == once.policy);
  CHECK(NetInput(Trial(4, SwapRule::none)).has_half_turn());
}

TEST_CASE("only legal moves have a share of the policy, and stones may change hands") {
  const Trial game(3, SwapRule::none);
  Position position = game.start();
  for (const char* name : {"b1", "c2"}) position.of(Colour::white).insert(at(game, name).cell());
  std::vector<float> outputs(1 + 2 * 9, 0.0F);
  outputs[1 + 9 + 5] = std::log(3.0F);  // c2 will be Black's by 3 to 1
  Evaluation evaluation;
  NetInput(game).read(position, outputs, evaluation);
  // At c1 a black stone would have no empty cell beside it.
  CHECK(evaluation.policy == std::vector<float>{0, 0, 0, 0.25F, 0.25F, 0, 0.25F, 0.25F, 0});
  CHECK(evaluation.ownership[5] == doctest::Approx(0.75));
}

TEST_CASE("evaluations are chances on the board as it is") {
  const Hex game(6, 5, SwapRule::none);
  const Settings settings;
  const NetEvaluator evaluator(game, "hex", {},
                               std::make_shared<CpuNet>(random_net("hex", 2, 32, 3)), settings);
  for (int moves : {0, 5, 8}) {
    const Position position = test::random_position(game, moves, 11);
    const Evaluation evaluation = test::evaluation_of(evaluator, position);
    CHECK(evaluation.black_wins > 0);
    CHECK(evaluation.black_wins < 1);
    CHECK(std::accumulate(evaluation.policy.begin(), evaluation.policy.end(), 0.0) ==
          doctest::Approx(1));
    REQUIRE(evaluation.ownership.size() == 30);
    for (Cell cell = 0; cell < 30; ++cell) {
      const bool black = position.of(Colour::black).contains(cell);
      const bool white = position.of(Colour::white).contains(cell);
      CHECK((evaluation.policy[cell] > 0) == (!black && !white));
      if (black || white) CHECK(evaluation.ownership[cell] == (black ? 1.0F : 0.0F));
      CHECK(evaluation.amaf[cell] == 0);
    }
  }
}

TEST_CASE("outputs are put where they belong") {
  const Hex game(2, 3, SwapRule::none);
  Position position = game.start();
  game.play(position, at(game, "b1"));  // White to move: 3 rows of 2 in the view
  Evaluation evaluation;
  const float log2 = std::log(2.0F), log3 = std::log(3.0F);
  const std::vector<float> outputs{log3,                     // White wins: 3/4
                                   0,    0, 99, log2, 0, 0,  // a1 a2 b1 b2 c1 c2
                                   log3, 0, 5,  0,    0, -log3};
  NetInput(game).read(position, outputs, evaluation);
  CHECK(evaluation.black_wins == doctest::Approx(0.25));
  const std::vector<double> policy{1, 0, 1, 1, 2, 1};  // a1 b1 c1 a2 b2 c2, sixths
  const std::vector<double> ownership{0.25, 1, 0.5, 0.5, 0.5, 0.75};
  for (std::size_t cell = 0; cell < 6; ++cell) {
    CHECK(evaluation.policy[cell] == doctest::Approx(policy[cell] / 6));
    CHECK(evaluation.ownership[cell] == doctest::Approx(ownership[cell]));
  }
}

TEST_CASE("without the values of cells an evaluation is the same but for these") {
  const Hex game(4, 5, SwapRule::none);
  const NetInput input(game);
  for (int stones : {5, 6}) {
    const Position position = test::random_position(game, stones, 7);
    std::vector<float> outputs(input.view(position.to_move).outputs());
    for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i] = static_cast<float>(i % 7) - 3;
    Evaluation whole, part;
    input.read(position, outputs, whole);
    part = whole;
    part.black_wins = -1;
    input.read(position, outputs, part, false);
    CHECK(part.black_wins == whole.black_wins);
    CHECK(part.policy == whole.policy);
    CHECK(whole.ownership.size() == 20);
    CHECK(part.ownership.empty());
    CHECK(part.amaf.empty());
  }
}

TEST_CASE("outputs that are no numbers come to chances all the same") {
  const Hex game(3, 3, SwapRule::none);
  const NetInput input(game);
  const Position position = game.start();
  const NetView view = input.view(position.to_move);
  for (const float value : {NAN, INFINITY, -INFINITY, 3e38F}) {
    for (const std::size_t step : {std::size_t{1}, std::size_t{2}}) {
      CAPTURE(value);
      std::vector<float> outputs(view.outputs(), 0.5F);
      for (std::size_t i = 0; i < outputs.size(); i += step) outputs[i] = value;
      Evaluation evaluation;
      input.read(position, outputs, evaluation);
      CHECK(evaluation.black_wins >= 0);
      CHECK(evaluation.black_wins <= 1);
      float sum = 0;
      for (const float probability : evaluation.policy) sum += probability;
      CHECK(sum == test::within(1e-5, 1));
      for (const float probability : evaluation.ownership) {
        CHECK(probability >= 0);
        CHECK(probability <= 1);
      }
    }
  }
}

TEST_CASE("both colours are judged alike") {
  const Settings settings;
  const Hex game(6, 5, SwapRule::none), other(5, 6, SwapRule::none);
  const auto runner = std::make_shared<CpuNet>(random_net("hex", 2, 32, 3));
  const NetEvaluator evaluator(game, "hex", {}, runner, settings);
  const NetEvaluator other_evaluator(other, "hex", {}, runner, settings);
  for (int moves : {4, 7}) {
    const Position position = test::random_position(game, moves, 2);
    const Evaluation a = test::evaluation_of(evaluator, position);
    const Evaluation b =
        test::evaluation_of(other_evaluator, exchanged(game.board(), other.board(), position));
    CHECK(a.black_wins == doctest::Approx(1 - b.black_wins));
    for (Cell cell = 0; cell < 30; ++cell) {
      const Cell turned = other.board().at(game.board().column(cell), game.board().row(cell));
      CHECK(a.policy[cell] == doctest::Approx(b.policy[turned]));
      CHECK(a.ownership[cell] == doctest::Approx(1 - b.ownership[turned]));
    }
  }
}

TEST_CASE("batches of both colours come back in order") {
  const Settings settings;
  for (const int columns : {5, 6}) {
    const Hex game(5, columns, SwapRule::none);
    const NetEvaluator evaluator(game, "hex", {},
                                 std::make_shared<CpuNet>(random_net("hex", 1, 32, 3)), settings);
    std::vector<Position> positions;
    for (int moves = 0; moves < 7; ++moves) {
      positions.push_back(test::random_position(game, moves, 5));
    }
    std::vector<EvaluationRequest> requests;
    for (const Position& position : positions) requests.push_back({&position, 0});
    std::vector<Evaluation> evaluations(requests.size());
    evaluator.evaluate(requests, evaluations);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const Evaluation alone = test::evaluation_of(evaluator, positions[i]);
      CHECK(evaluations[i].black_wins == alone.black_wins);
      CHECK(evaluations[i].policy == alone.policy);
      CHECK(evaluations[i].ownership == alone.ownership);
    }
  }
}

TEST_CASE("with half_turn a position and its half turn are judged alike") {
  Settings settings;
  const Hex game(4, 5, SwapRule::none);
  const NetEvaluator evaluator(game, "hex", {},
                               std::make_shared<CpuNet>(random_net("hex", 2, 32, 9)), settings);
  const Position position = test::random_position(game, 6, 4);
  Position turned = position;
  for (const Colour colour : {Colour::black, Colour::white}) {
    turned.of(colour) = {};
    position.of(colour).for_each(
        [&](Cell cell) { turned.of(colour).insert(static_cast<Cell>(19 - cell)); });
  }
  turned.last_move = Move(static_cast<Cell>(19 - position.last_move.cell()));
  const auto difference = [&] {
    const Evaluation a = test::evaluation_of(evaluator, position),
                     b = test::evaluation_of(evaluator, turned);
    double greatest = std::abs(a.black_wins - b.black_wins);
    for (std::size_t cell = 0; cell < 20; ++cell) {
      greatest = std::max<double>(greatest, std::abs(a.policy[cell] - b.policy[19 - cell]));
      greatest = std::max<double>(greatest, std::abs(a.ownership[cell] - b.ownership[19 - cell]));
    }
    return greatest;
  };
  CHECK(difference() > 1e-3);
  settings.half_turn = true;
  CHECK(difference() < 1e-5);
}

TEST_CASE("priors are taken to the power of 1 / net_temperature, and nothing else changes") {
  Settings settings;
  const Hex game(5, 4, SwapRule::none);
  const NetEvaluator evaluator(game, "hex", {},
                               std::make_shared<CpuNet>(random_net("hex", 2, 32, 9)), settings);
  for (const double temperature : {0.5, 1.25, 3.0}) {
    for (int stones = 0; stones < 10; ++stones) {
      const Position position = test::random_position(game, stones, 4);
      settings.net_temperature = 1;
      const Evaluation plain = test::evaluation_of(evaluator, position);
      settings.net_temperature = temperature;
      const Evaluation spread = test::evaluation_of(evaluator, position);
      std::vector<double> powers;
      for (const float prior : plain.policy) powers.push_back(std::pow(prior, 1 / temperature));
      const double sum = std::accumulate(powers.begin(), powers.end(), 0.0);
      for (std::size_t cell = 0; cell < powers.size(); ++cell) {
        CHECK(spread.policy[cell] == test::within(1e-4, powers[cell] / sum));
      }
      CHECK(spread.black_wins == plain.black_wins);
      CHECK(spread.ownership == plain.ownership);
    }
  }
}

TEST_CASE("without a ring the planes are what lies within it") {
  SplitMix64 random(3);
  const Hex hex(4, 6, SwapRule::none);
  const Y y(6, SwapRule::none);
  const Gonnect gonnect(5, SwapRule::none, Repetition::illegal);
  for (const Game* game : {static_cast<const Game*>(&hex), static_cast<const Game*>(&y),
                           static_cast<const Game*>(&gonnect)}) {
    const NetPlanes all{net_planes(*game)};
    const NetInput within(*game, all), bare(*game, {all.count, false});
    for (const int moves : {0, 1, 4, 9}) {
      const Position position = test::random_position(*game, moves, random());
      const NetView ringed = within.view(position.to_move), view = bare.view(position.to_move);
      CHECK(view.rows == ringed.rows);
      CHECK(view.columns == ringed.columns);
      REQUIRE(view.points() == view.cells());
      CHECK(view.outputs() == ringed.outputs());
      std::vector<std::uint8_t> expected(ringed.points()), points(view.points());
      within.write(position, expected);
      bare.write(position, points);
      const auto columns = static_cast<std::size_t>(view.columns);
      for (std::size_t cell = 0; cell < points.size(); ++cell) {
        const std::size_t row = cell / columns, column = cell % columns;
        CHECK(points[cell] == expected[(row + 1) * (columns + 2) + column + 1]);
      }
      game->board().cells().for_each([&](Cell cell) {
        CHECK(bare.point(position.to_move, cell) == bare.place(position.to_move, cell));
      });
    }
  }
}

// Remembers what it is given to compute.
class Recorder final : public NetRunner {
 public:
  void run(const NetView& view, std::span<const std::uint8_t> points,
           std::span<float> outputs) const override {
    seen_ = view;
    points_.assign(points.begin(), points.end());
    std::fill(outputs.begin(), outputs.end(), 0.0F);
  }

  mutable NetView seen_;
  mutable std::vector<std::uint8_t> points_;
};

TEST_CASE("an evaluator shows whoever runs a net the planes that the net reads") {
  const Settings settings;
  const Gonnect game(3, SwapRule::none, Repetition::illegal);
  const Position position = test::position_after(game, {"a2", "a1", "b2", "c2"});
  for (const NetPlanes planes : {NetPlanes{4, true}, {7, true}, {7, false}, {5, false}}) {
    const auto runner = std::make_shared<Recorder>();
    test::evaluation_of(NetEvaluator(game, "gonnect", planes, runner, settings), position);
    const NetInput input(game, planes);
    CHECK(runner->seen_ == input.view(position.to_move));
    std::vector<std::uint8_t> expected(input.view(position.to_move).points());
    input.write(position, expected);
    CHECK(runner->points_ == expected);
  }
}

TEST_CASE("a net of another game is refused") {
  const Settings settings;
  const Rex game(5, 5, SwapRule::none);
  const auto runner = std::make_shared<CpuNet>(random_net("hex", 1, 32, 3));
  CHECK_THROWS_AS(NetEvaluator(game, "hex", {}, runner, settings), std::invalid_argument);
}

TEST_CASE("a net sees as many of a game's features as it was made for") {
  //     a b c
  //   1 W . .   White's stones have one liberty and two, Black's two have three.
  //   2 B B W
  //   3 . . .
  const Gonnect game(3, SwapRule::none, Repetition::illegal);
  const Position position = test::position_after(game, {"a2", "a1", "b2", "c2"});
  const auto features = [&](int planes) {
    const NetInput input(game, {planes});
    std::vector<std::uint8_t> points(input.view(position.to_move).points());
    input.write(position, points);
    std::string text;
    for (std::size_t row = 1; row < 4; ++row) {
      for (std::size_t column = 1; column < 4; ++column) {
        text += static_cast<char>('0' + (points[5 * row + column] >> Net::kCommonPlanes));
      }
    }
    for (std::size_t i = 0; i < 5; ++i) CHECK(points[i] < 1U << Net::kCommonPlanes);
    return text;
  };
  CHECK(features(4) == "000000000");
  CHECK(features(5) == "100000000");
  CHECK(features(6) == "100002000");
  CHECK(features(7) == "100442000");
  CHECK_THROWS_WITH_AS(NetInput(game, {8}),
                       "the net has 8 input planes, of which this version knows 7 for 'gonnect'",
                       std::invalid_argument);
  CHECK_THROWS_AS(NetInput(Hex(5, 5, SwapRule::none), {5}), std::invalid_argument);
}
