// Playouts move by move stand in for fills: in games that a full board decides, a uniformly random
// game places stones as a uniformly random K-subset does.

#include "engine/playout/playout_evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include <doctest/doctest.h>

#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/fills/fills_evaluator.hpp"
#include "engine/playout/random_playout.hpp"
#include "engine/random/splitmix.hpp"
#include "games/list.hpp"
#include "tests/support/evaluation_of.hpp"
#include "tests/support/one_thread.hpp"
#include "tests/support/random_position.hpp"

using namespace isthmus;

TEST_CASE("playouts agree with fills in value and ownership, within the sampling error" *
          test::one_thread()) {
  constexpr std::int64_t kPlayouts = 2000;
  Settings settings;
  settings.bridges = false;
  settings.fills = 1 << 17;
  settings.playouts = kPlayouts;
  const auto backend = std::make_shared<CpuFillBackend>();
  SplitMix64 random(7);
  double squares = 0, greatest = 0;
  int compared = 0;
  const auto compare = [&](double share, double expected) {
    // Shares of the evaluators are drawn a little towards a half; sure cells have no error.
    const double error = std::sqrt(expected * (1 - expected) / kPlayouts) + 1.0 / kPlayouts;
    const double z = (share - expected) / error;
    squares += z * z;
    greatest = std::max(greatest, std::abs(z));
    ++compared;
  };
  for (int number = 0; number < 102; ++number) {
    const char* name = number % 3 == 0 ? "hex" : number % 3 == 1 ? "rex" : "y";
    const int side = 3 + number % 5;
    const auto game = make_game(name, side, side, SwapRule::none);
    const int moves = static_cast<int>(random() % 8);
    const Position position = test::random_position(*game, moves, random());
    const Evaluation fills =
        test::evaluation_of(FillsEvaluator(*game, backend, settings), position, random());
    const Evaluation playouts =
        test::evaluation_of(PlayoutEvaluator(*game, settings, 2), position, random());
    CAPTURE(name);
    compare(static_cast<double>(playouts.black_wins), static_cast<double>(fills.black_wins));
    game->board().cells().for_each([&](Cell cell) {
      compare(static_cast<double>(playouts.ownership[cell]),
              static_cast<double>(fills.ownership[cell]));
    });
  }
  CHECK(compared > 2000);
  CHECK(greatest < 5);
  CHECK(squares / compared > 0.5);  // they are drawn, not copied
  CHECK(squares / compared < 1.2);
}

TEST_CASE("playouts come to the same on any number of threads, and draw anew for other seeds") {
  Settings settings;
  settings.playouts = 333;
  const auto game = make_game("y", 6, 6, SwapRule::none);
  const Position start = game->start();
  const Evaluation alone = test::evaluation_of(PlayoutEvaluator(*game, settings, 1), start, 5);
  const Evaluation shared = test::evaluation_of(PlayoutEvaluator(*game, settings, 7), start, 5);
  CHECK(alone.black_wins == shared.black_wins);
  CHECK(alone.policy == shared.policy);
  CHECK(alone.ownership == shared.ownership);
  CHECK(test::evaluation_of(PlayoutEvaluator(*game, settings, 1), start, 6).policy != alone.policy);
}

TEST_CASE("a playout ends, and deals out what is left in turns") {
  const auto game = make_game("hex", 4, 4, SwapRule::none);
  SplitMix64 random(3);
  for (int i = 0; i < 200; ++i) {
    Position position = game->start();
    play_out(*game, 100, random, position);
    CHECK(position.result != Result::ongoing);
    CHECK(position.result != Result::draw);
    CHECK(position.of(Colour::black).size() == 8);
    CHECK(position.of(Colour::white).size() == 8);
  }
  Position cut_short = game->start();
  play_out(*game, 3, random, cut_short);
  CHECK(cut_short.result == Result::draw);
  CHECK(cut_short.occupied().size() == 16);
}
