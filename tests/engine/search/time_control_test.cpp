#include "engine/search/time_control.hpp"

#include <algorithm>
#include <random>

#include <doctest/doctest.h>

namespace isthmus {

namespace {

constexpr double kOverhead = 0.05;

struct Outcome {
  double least = 0;  // the least that was left after a move
  double used = 0;   // thinking time of all moves
};

// One player's game to the last cell, every move as long as allowed and late by up to `lag`. The
// clock is kept here, by the rules as they are written, not by the Clock under test.
Outcome play_game(const TimeControl& control, int cells, int own_moves, double lag,
                  std::mt19937& random) {
  std::uniform_real_distribution<double> lateness(0, lag);
  double main = control.main_seconds;
  double period = control.byo_yomi_seconds;
  int stones = 0;  // made in the period
  bool in_byo_yomi = main <= 0 && control.has_byo_yomi();
  Clock clock(control);
  Outcome outcome{1e9, 0};
  for (int move = 0; move < own_moves; ++move) {
    clock.set_left(in_byo_yomi ? period : main, in_byo_yomi ? control.byo_yomi_stones - stones : 0);
    const double think = clock.seconds_for_move({2 * move, cells}, kOverhead);
    outcome.used += think;
    double taken = think + lateness(random);
    if (!in_byo_yomi && control.has_byo_yomi() && taken >= main) {
      taken -= main;
      main = 0;
      in_byo_yomi = true;
    }
    double& left = in_byo_yomi ? period : main;
    left -= taken;
    outcome.least = std::min(outcome.least, left);
    if (!in_byo_yomi) main += control.increment;
    if (in_byo_yomi && ++stones == control.byo_yomi_stones) {
      stones = 0;
      period = control.byo_yomi_seconds;
    }
  }
  return outcome;
}

}  // namespace

TEST_CASE("the clock never runs out, however long the game") {
  std::mt19937 random(1);
  for (int side : {3, 5, 11, 13, 19, 32}) {
    const int cells = side * side;
    const int moves = (cells + 1) / 2;
    // The overheads of all moves are what any player needs at least.
    const double least = kOverhead * moves + 1;
    for (double main : {0.0, least, 10 * least, 1000 * least}) {
      for (double increment : {0.0, 0.02, 0.1, 5.0}) {
        for (double byo_yomi : {0.0, 1.0, 30.0}) {
          for (int stones : {1, 2, 10}) {
            const TimeControl control{main, increment, byo_yomi, byo_yomi > 0 ? stones : 0};
            // The first move needs time, and a period more than its overheads.
            if (main == 0 && byo_yomi == 0) continue;
            if (byo_yomi > 0 && byo_yomi <= stones * (kOverhead + Clock::kMinSeconds)) continue;
            for (double lag : {0.0, kOverhead}) {
              CAPTURE(side);
              CAPTURE(main);
              CAPTURE(increment);
              CAPTURE(byo_yomi);
              CAPTURE(stones);
              CHECK(play_game(control, cells, moves, lag, random).least >= -1e-9);
            }
          }
        }
      }
    }
  }
}

TEST_CASE("most of the time is used in a game of usual length") {
  std::mt19937 random(2);
  // 11 x 11, 60 moves in all.
  const double used = play_game({.main_seconds = 300}, 121, 30, 0, random).used;
  CHECK(used > 200);
  CHECK(used < 300);
  // Byo-yomi: all of it but one overhead a period, as what a move leaves the next ones share.
  const TimeControl canadian{.byo_yomi_seconds = 30, .byo_yomi_stones = 10};
  CHECK(play_game(canadian, 121, 30, 0, random).used == doctest::Approx(90 - 3 * kOverhead));
}

TEST_CASE("the increment is used") {
  Clock clock({.main_seconds = 60, .increment = 10});
  Clock plain({.main_seconds = 60});
  const GameProgress start{0, 121};
  CHECK(clock.seconds_for_move(start, kOverhead) > plain.seconds_for_move(start, kOverhead) + 9);
}

TEST_CASE("a clock keeps time as the rules say") {
  Clock fischer({.main_seconds = 10, .increment = 2});
  fischer.spend(3);
  CHECK(fischer.left() == doctest::Approx(9));
  CHECK(fischer.stones_left() == 0);

  Clock canadian({.main_seconds = 10, .byo_yomi_seconds = 6, .byo_yomi_stones = 3});
  canadian.spend(4);
  CHECK(canadian.left() == doctest::Approx(6));
  CHECK(canadian.stones_left() == 0);
  canadian.spend(7);  // one second into byo-yomi
  CHECK(canadian.left() == doctest::Approx(5));
  CHECK(canadian.stones_left() == 2);
  canadian.spend(1);
  canadian.spend(1);
  CHECK(canadian.left() == doctest::Approx(6));
  CHECK(canadian.stones_left() == 3);
}

TEST_CASE("what is a limit") {
  CHECK_FALSE(Clock().is_limited());
  CHECK_FALSE(Clock(TimeControl{.main_seconds = 5, .byo_yomi_seconds = 1}).is_limited());
  CHECK(Clock(TimeControl{.main_seconds = 5}).is_limited());
  CHECK(Clock(TimeControl{.byo_yomi_seconds = 5, .byo_yomi_stones = 1}).is_limited());
}

}  // namespace isthmus
