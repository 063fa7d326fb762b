#include "tools/tournament/player_clock.hpp"

#include <doctest/doctest.h>

using namespace isthmus::tournament;

namespace {

void check_left(const PlayerClock& clock, double seconds, int stones) {
  REQUIRE(clock.main());
  CHECK(clock.main()->left() == doctest::Approx(seconds));
  CHECK(clock.main()->stones_left() == stones);
}

}  // namespace

TEST_CASE("Fischer's clock gets its increment after each move") {
  EngineTime time{
      .kind = EngineTime::Kind::main, .main = {.main_seconds = 10, .increment = 2}, .margin = 0.5};
  PlayerClock clock(time);
  check_left(clock, 10, 0);
  CHECK(clock.limit() == doctest::Approx(10.5));
  clock.spend(4);
  check_left(clock, 8, 0);
  clock.spend(8.3);  // within the margin
  check_left(clock, 2, 0);
}

TEST_CASE("byo-yomi: a period for some moves, and a new one when they are played") {
  EngineTime time{.kind = EngineTime::Kind::main,
                  .main = {.main_seconds = 10, .byo_yomi_seconds = 6, .byo_yomi_stones = 3},
                  .margin = 0.5};
  PlayerClock clock(time);
  check_left(clock, 10, 0);
  CHECK(clock.limit() == doctest::Approx(16.5));
  clock.spend(9);
  check_left(clock, 1, 0);
  CHECK(clock.limit() == doctest::Approx(7.5));
  clock.spend(3);  // two seconds into the first period
  check_left(clock, 4, 2);
  CHECK(clock.limit() == doctest::Approx(4.5));
  clock.spend(1);
  check_left(clock, 3, 1);
  clock.spend(2.5);  // the third stone
  check_left(clock, 6, 3);
  clock.spend(6.2);
  check_left(clock, 0, 2);
  CHECK(clock.limit() == doctest::Approx(0.5));
}

TEST_CASE("main time that is used up to the end begins byo-yomi with the next move") {
  EngineTime time{.kind = EngineTime::Kind::main,
                  .main = {.main_seconds = 5, .byo_yomi_seconds = 2, .byo_yomi_stones = 1}};
  PlayerClock clock(time);
  clock.spend(5);
  check_left(clock, 2, 1);
  clock.spend(1.9);
  check_left(clock, 2, 1);
  // Without main time it begins at once.
  time.main.main_seconds = 0;
  check_left(PlayerClock(time), 2, 1);
  // What was used up to the end was not outlasted: no move of the period has been made.
  time.main = {.main_seconds = 5, .byo_yomi_seconds = 6, .byo_yomi_stones = 3};
  PlayerClock periods(time);
  periods.spend(5);
  check_left(periods, 6, 3);
}

TEST_CASE("moves of fixed time, or of visits, run no clock down") {
  PlayerClock each(EngineTime{.kind = EngineTime::Kind::per_move, .per_move = 1, .margin = 0.5});
  CHECK(!each.main());
  each.spend(1);
  CHECK(each.limit() == 1.5);
  PlayerClock visits(EngineTime{.kind = EngineTime::Kind::visits, .visits = 10});
  CHECK(!visits.main());
  CHECK(visits.limit() == 600);
}
