// Playouts many at a time against the same playouts by the rules of the game alone.

#include "engine/playout/outcome_evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "engine/captures/cpu_capture_backend.hpp"
#include "engine/playout/random_playout.hpp"
#include "engine/shapes/cpu_shape_backend.hpp"
#include "games/list.hpp"
#include "tests/support/evaluation_of.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/random_position.hpp"

using namespace isthmus;

namespace {

// Plays on at random without filling a cell all of whose neighbours are the mover's, where there is
// another legal move.
void play_out_without_eyes(const Game& game, SplitMix64& random, Position& position) {
  const int max_moves = kCaptureMovesPerCell * game.board().cell_count();
  for (int i = 0; i < max_moves && position.result == Result::ongoing; ++i) {
    std::vector<Move> moves, eyes;
    for (const Move move : game.legal_moves(position)) {
      bool is_eye = true;
      for (const Cell next : game.board().neighbours(move.cell())) {
        is_eye = is_eye && position.of(position.to_move).contains(next);
      }
      (is_eye ? eyes : moves).push_back(move);
    }
    const std::vector<Move>& from = moves.empty() ? eyes : moves;
    game.play(position, from[random() % from.size()]);
  }
}

// How far apart two shares, of n_a and n_b playouts, are in standard errors.
double deviation(double a, double n_a, double b, double n_b) {
  const double p = (a * n_a + b * n_b) / (n_a + n_b);
  return (a - b) / std::sqrt(p * (1 - p) * (1 / n_a + 1 / n_b) + 1e-6);
}

}  // namespace

TEST_CASE("the first shape wins as often as by the rules alone") {
  Settings settings;
  settings.playouts = 1 << 17;
  const auto backend = std::make_shared<CpuShapeBackend>();
  SplitMix64 random(1);
  for (const int side : {3, 4, 5, 6}) {
    const auto game = make_game("havannah", side, side, SwapRule::none);
    for (const int moves : {0, 3, 4 * side}) {
      const Position position = test::random_position(*game, moves, random());
      const Evaluation many = test::evaluation_of(
          OutcomeEvaluator<ShapeTask>(*game, make_shape_task, backend, settings), position, 1);
      constexpr int kPlayouts = test::fewer_if_sanitized(2000, 4);
      double points = 0;
      for (int i = 0; i < kPlayouts; ++i) {
        Position played = position;
        play_out(*game, kMaxCells, random, played);
        points += score(Colour::black, played.result);
      }
      CAPTURE(side);
      CAPTURE(moves);
      // Playouts that share an order correlate: far fewer count than there are.
      CHECK(std::abs(deviation(static_cast<double>(many.black_wins), 1 << 14, points / kPlayouts,
                               kPlayouts)) < 4);
      // Stones stay, and legal cells have all of the policy.
      double policy = 0;
      game->board().cells().for_each([&](Cell cell) {
        if (position.of(Colour::black).contains(cell)) CHECK(many.ownership[cell] == 1);
        if (position.of(Colour::white).contains(cell)) CHECK(many.ownership[cell] == 0);
        if (position.occupied().contains(cell)) CHECK(many.policy[cell] == 0);
        policy += static_cast<double>(many.policy[cell]);
      });
      CHECK(policy == doctest::Approx(1));
    }
  }
}

TEST_CASE("playouts with captures come to what the rules alone do, cell by cell") {
  Settings settings;
  settings.playouts = 1 << 16;
  const auto backend = std::make_shared<CpuCaptureBackend>();
  SplitMix64 random(2);
  double squares = 0, greatest = 0;
  int compared = 0;
  for (const int side : {5, 6, 7}) {
    const auto game = make_game("gonnect", side, side, SwapRule::none);
    const auto cells = static_cast<std::size_t>(game->board().cell_range());
    for (const int moves : {0, 10, 2 * side + 8}) {
      const Position position = test::random_position(*game, moves, random());
      const Evaluation many = test::evaluation_of(
          OutcomeEvaluator<CaptureTask>(*game, make_capture_task, backend, settings), position, 1);
      constexpr int kPlayouts = test::fewer_if_sanitized(1500, 3);
      double points = 0;
      std::vector<double> owned(cells);
      for (int i = 0; i < kPlayouts; ++i) {
        Position played = position;
        play_out_without_eyes(*game, random, played);
        points += score(Colour::black, played.result);
        game->board().cells().for_each([&](Cell cell) {
          owned[cell] += played.of(Colour::black).contains(cell)   ? 1
                         : played.of(Colour::white).contains(cell) ? 0
                                                                   : 0.5;
        });
      }
      const auto compare = [&](float share, double sum) {
        const double z = deviation(static_cast<double>(share), static_cast<double>(1 << 16),
                                   sum / kPlayouts, kPlayouts);
        squares += z * z;
        greatest = std::max(greatest, std::abs(z));
        ++compared;
      };
      compare(many.black_wins, points);
      for (std::size_t cell = 0; cell < cells; ++cell) compare(many.ownership[cell], owned[cell]);
    }
  }
  CHECK(compared > 300);
  CHECK(greatest < 4.5);
  CHECK(squares / compared > 0.3);
  CHECK(squares / compared < 1.3);
}

TEST_CASE("a task with captures closes the cell of a simple ko, and no other") {
  //   a b c d e
  // 1 . b w . .
  // 2 b w . w .    Black takes b2 from c2; White may not take back at once.
  // 3 . b w . .
  const auto game = make_game("gonnect", 5, 5, SwapRule::none);
  const auto cell = [&](const char* name) { return game->find_move(name)->cell(); };
  CellSet black, white;
  for (const char* name : {"b1", "a2", "b3"}) black.insert(cell(name));
  for (const char* name : {"c1", "b2", "d2", "c3"}) white.insert(cell(name));
  Position position = game->setup(black, white, Colour::black);
  CHECK_FALSE(make_capture_task(*game, position, 1, 1).ko);
  game->play(position, *game->find_move("c2"));
  const CaptureTask task = make_capture_task(*game, position, 7, 9);
  REQUIRE(task.ko);
  CHECK(*task.ko == cell("b2"));
  CHECK(task.to_move == Colour::white);
  CHECK(task.playouts == 7);
  CHECK(task.seed == 9);
  CHECK_FALSE(task.white.contains(cell("b2")));
  game->play(position, *game->find_move("e5"));
  CHECK_FALSE(make_capture_task(*game, position, 1, 1).ko);
}

TEST_CASE("groups that were set up without a liberty are judged as gone") {
  //   a b c d e
  // 1 b w . . .
  // 2 w . . . .
  const auto game = make_game("gonnect", 5, 5, SwapRule::none);
  const auto cell = [&](const char* name) { return game->find_move(name)->cell(); };
  CellSet black, white;
  for (const char* name : {"a1", "e5"}) black.insert(cell(name));
  for (const char* name : {"b1", "a2"}) white.insert(cell(name));
  for (const Colour mover : {Colour::black, Colour::white}) {
    const Position position = game->setup(black, white, mover);
    const CaptureTask task = make_capture_task(*game, position, 1, 1);
    CHECK(task.white == white);
    CHECK(task.black.size() == 1);
    CHECK(task.black.contains(cell("e5")));
    Settings settings;
    const Evaluation evaluation = test::evaluation_of(
        OutcomeEvaluator<CaptureTask>(*game, make_capture_task,
                                      std::make_shared<CpuCaptureBackend>(), settings),
        position, 1);
    CHECK(evaluation.policy[cell("a1")] == 0);
    CHECK(evaluation.policy[cell("c3")] > 0);
  }
}

TEST_CASE("counts are judged as worked out by hand") {
  // 8 playouts: Black wins 3 and draws 2.
  const auto game = make_game("havannah", 3, 3, SwapRule::none);
  const Board& board = game->board();
  const std::vector<std::uint32_t> none(static_cast<std::size_t>(board.cell_range()), 0);
  OutcomeCounts counts{8, 3, 2, none, none, none, none};
  const Cell c1 = game->find_move("c1")->cell(), d1 = game->find_move("d1")->cell();
  // c1 ends as Black's four times, with 6 points, and as White's twice, with 1.
  counts.black[c1] = 4;
  counts.black_points[c1] = 6;
  counts.white[c1] = 2;
  counts.white_points[c1] = 1;
  Evaluation evaluation;
  judge_playouts(board, game->start(), board.cells(), counts, 0.5, evaluation);
  CHECK(evaluation.black_wins == doctest::Approx((4.0 + 1) / (8 + 2)));
  CHECK(evaluation.ownership[c1] == doctest::Approx((4 + 2 * 0.5) / 8));
  CHECK(evaluation.ownership[d1] == doctest::Approx(0.5));
  const double amaf = (3.0 + 1) / (4 + 2) - (0.5 + 1) / (2 + 2);
  CHECK(evaluation.amaf[c1] == doctest::Approx(amaf));
  CHECK(evaluation.amaf[d1] == doctest::Approx(0));
  const double weight = std::exp(amaf / 0.5);
  CHECK(evaluation.policy[c1] == doctest::Approx(weight / (weight + 18)));
  CHECK(evaluation.policy[d1] == doctest::Approx(1 / (weight + 18)));
}
