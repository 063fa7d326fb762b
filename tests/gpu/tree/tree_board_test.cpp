#include "gpu/tree/tree_board.hpp"

#include <string>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/games/trial.hpp"

using namespace isthmus;

TEST_CASE("all games have trees on a GPU, on boards that both sides see alike and without a swap") {
  for (const GameEntry& entry : games()) {
    for (const int side : {entry.min_size, entry.max_size}) {
      CAPTURE(entry.name);
      CAPTURE(side);
      CHECK(tree_obstacle(*entry.make(side, side, SwapRule::none)) == "");
    }
    CHECK(tree_obstacle(*entry.make(5, 5, SwapRule::pieces)) == "there is no swap on the GPU");
  }
  CHECK(tree_obstacle(*make_game("hex", 4, 5, SwapRule::none)) ==
        "the board is not the same for both sides");
}

TEST_CASE("a game whose rules are no GPU's has no trees there") {
  CHECK(tree_obstacle(Trial(5, SwapRule::none)) == "there are no rules of 'trial' on the GPU");
}

TEST_CASE("what decides a game is known from its board") {
  const auto rule = [](const std::string& name) {
    return make_tree_board(*make_game(name, 5, 5, SwapRule::none)).rule;
  };
  CHECK(rule("hex") == TreeRule::connection);
  CHECK(rule("havannah") == TreeRule::shapes);
  CHECK(rule("gonnect") == TreeRule::captures);
  const auto repetition_loses = [](const std::string& name) {
    return make_tree_board(*make_game(name, 5, 5, SwapRule::none)).repetition_loses;
  };
  CHECK(repetition_loses("gonnect") == 0);
  CHECK(repetition_loses("gonnect-repetition-loses") == 1);
}
