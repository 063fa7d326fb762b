#include "tools/tournament/proven.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/support/position_after.hpp"
#include "tests/support/random_game.hpp"

using namespace isthmus;
using namespace isthmus::tournament;
using isthmus::test::position_after;

namespace {

// Who wins with best play, by trying all of it.
class BruteForceSolver {
 public:
  explicit BruteForceSolver(const Game& game) : game_(game) {}

  Colour winner(const Position& position) {
    if (position.result != Result::ongoing) {
      return position.result == Result::black ? Colour::black : Colour::white;
    }
    const auto key = std::pair{position.stones[0].words()[0] << 32 | position.stones[1].words()[0],
                               position.to_move};
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    Colour best = opponent(position.to_move);
    for (Move move : game_.legal_moves(position)) {
      Position next = position;
      game_.play(next, move);
      if (winner(next) != position.to_move) continue;
      best = position.to_move;
      break;
    }
    return known_[key] = best;
  }

 private:
  const Game& game_;
  std::map<std::pair<std::uint64_t, Colour>, Colour> known_;
};

}  // namespace

TEST_CASE("the side that is proven to win does win by best play, with either to move") {
  std::mt19937 random(1);
  for (const auto& [name, side] : {std::pair{"hex", 4}, std::pair{"y", 5}}) {
    const std::shared_ptr<const Game> game = make_game(name, side, side, SwapRule::none);
    BruteForceSolver solver(*game);
    std::map<Colour, int> proven;
    for (int i = 0; i < 1500; ++i) {
      const auto stones = static_cast<int>(3 + random() % 6);
      const Position position = test::random_game(game, random, {.max_turns = stones}).position();
      if (position.result != Result::ongoing) continue;
      const auto winner = proven_winner(*game, position);
      if (!winner) continue;
      ++proven[*winner];
      for (Colour colour : {Colour::black, Colour::white}) {
        Position either = position;
        either.to_move = colour;
        REQUIRE(solver.winner(either) == *winner);
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
