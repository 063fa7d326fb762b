#include "tools/tournament/proven.hpp"

#include <map>
#include <memory>
#include <optional>
#include <random>
#include <tuple>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/support/plain_solver.hpp"
#include "tests/support/position_after.hpp"
#include "tests/support/random_game.hpp"

using namespace isthmus;
using namespace isthmus::tournament;
using isthmus::test::PlainSolver;
using isthmus::test::position_after;

TEST_CASE("the side that is proven to win does win by best play, with either to move") {
  std::mt19937 random(1);
  for (auto [name, side, rules] :
       {std::tuple{"hex", 4, PlainSolver(4, 4)}, std::tuple{"y", 5, PlainSolver::triangle(5)}}) {
    const std::shared_ptr<const Game> game = make_game(name, side, side, SwapRule::none);
    std::map<Colour, int> proven;
    for (int i = 0; i < 1500; ++i) {
      const auto stones = static_cast<int>(3 + random() % 6);
      const Position position = test::random_game(game, random, {.max_turns = stones}).position();
      if (position.result != Result::ongoing) continue;
      const auto winner = proven_winner(*game, position);
      if (!winner) continue;
      ++proven[*winner];
      for (Colour colour : {Colour::black, Colour::white}) {
        REQUIRE(rules.winner(PlainSolver::mask(position.of(Colour::black)),
                             PlainSolver::mask(position.of(Colour::white)), colour) == *winner);
      }
    }
    CHECK(proven[Colour::black] > 20);
    CHECK(proven[Colour::white] > 5);
  }
}

TEST_CASE("bridges prove a win, and nothing less does") {
  const auto hex = make_game("hex", 5, 5, SwapRule::none);
  // c3 and b5, d1: a chain of bridges from top to bottom.
  CHECK(proven_winner(*hex, position_after(*hex, {"c3", "a1", "d1", "a2", "b5"})) == Colour::black);
  CHECK(proven_winner(*hex, position_after(*hex, {"c3", "a1", "d1", "a2"})) == std::nullopt);
  // b4 has a bridge to the edge, c2 too.
  CHECK(proven_winner(*hex, position_after(*hex, {"c2", "a1", "b4", "a2"})) == Colour::black);
  // An intrusion that was not answered.
  CHECK(proven_winner(*hex, position_after(*hex, {"c2", "a1", "b4", "b3"})) == std::nullopt);
  CHECK(proven_winner(*hex, hex->start()) == std::nullopt);
}

TEST_CASE("nothing is proven while a swap is on offer, nor where joining loses") {
  const auto swap = make_game("hex", 3, 3, SwapRule::sides);
  CHECK(proven_winner(*swap, position_after(*swap, {"b2"})) == std::nullopt);
  const auto none = make_game("hex", 3, 3, SwapRule::none);
  CHECK(proven_winner(*none, position_after(*none, {"b2"})) == Colour::black);
  const auto rex = make_game("rex", 3, 3, SwapRule::none);
  CHECK(proven_winner(*rex, position_after(*rex, {"b2"})) == std::nullopt);
}
