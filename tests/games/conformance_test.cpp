#include <doctest/doctest.h>

#include "games/list.hpp"

TEST_CASE("every game can be made") {
  for (const isthmus::GameEntry& entry : isthmus::games()) {
    const auto game = isthmus::make_game(entry.name, 5, 5, isthmus::SwapRule::none);
    CHECK(game->legal_moves(game->start()).size() > 0);
  }
}
