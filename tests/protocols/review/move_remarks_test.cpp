#include "protocols/review/move_remarks.hpp"

#include <initializer_list>
#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "games/list.hpp"

namespace isthmus {

namespace {

// The remark on a move of Black after stones of both.
std::string remark(const char* game_name, std::initializer_list<const char*> black,
                   std::initializer_list<const char*> white, const char* move) {
  const std::shared_ptr<const Game> game = make_game(game_name, 7, 7, SwapRule::none);
  const auto cells = [&](std::initializer_list<const char*> names) {
    CellSet set;
    for (const char* name : names) set.insert(*game->board().find(name));
    return set;
  };
  return move_remark(*game, game->setup(cells(black), cells(white), Colour::black),
                     *game->find_move(move));
}

}  // namespace

TEST_CASE("a move is remarked on for what it does to bridges and edges") {
  // d4 and c6 are two rows apart, over c5 and d5.
  CHECK(remark("hex", {"d4"}, {}, "c6") == "joins d4 and the bottom edge by bridges");
  CHECK(remark("hex", {"d4"}, {"c5", "c7"}, "c6").empty());
  CHECK(remark("hex", {}, {}, "d5") ==
        "joins the bottom edge by an edge template of the third row");
  CHECK(remark("hex", {}, {}, "d4").empty());
  CHECK(remark("hex", {}, {"d4", "c6"}, "c5") == "intrudes into the bridge d4-c6");
  CHECK(remark("hex", {"d5"}, {"d4", "c6"}, "c5") == "cuts the bridge d4-c6");
  CHECK(remark("hex", {"d4", "c6"}, {"c5", "c7", "b7"}, "d5") == "saves the bridge d4-c6");
  // Where connections lose no side wants them.
  CHECK(remark("rex", {"d4"}, {}, "c6").empty());
  // Y has the edges of a triangle.
  CHECK(remark("y", {}, {}, "b2") == "joins the top edge and the left edge by bridges");
}

TEST_CASE("a ladder is a row of stones each of which leaves one answer") {
  const std::shared_ptr<const Game> game = make_game("hex", 7, 7, SwapRule::none);
  const auto ladder = [&](std::initializer_list<const char*> white,
                          std::initializer_list<const char*> names) {
    CellSet stones;
    for (const char* name : white) stones.insert(*game->board().find(name));
    std::vector<Move> line;
    for (const char* name : names) line.push_back(*game->find_move(name));
    return ladder_remark(*game, game->setup({}, stones, Colour::black), line);
  };
  // Black b6 would join the bottom by b7, as White has a7; then c6 by c7, as White has b7.
  CHECK(ladder({"a7"}, {"b6", "b7", "c6", "c7", "d6", "d7"}) ==
        "a ladder along the bottom edge from b6 to d6");
  CHECK(ladder({"a7"}, {"e1", "e2", "b6", "b7", "c6", "c7", "f1"}) ==
        "a ladder along the bottom edge from b6 to c6");
  // One is none, two ways are none, nor is an answer elsewhere, a gap or another row.
  CHECK(ladder({"a7"}, {"b6", "b7", "e3", "e4"}).empty());
  CHECK(ladder({}, {"b6", "b7", "c6", "d7"}).empty());
  CHECK(ladder({"a7"}, {"b6", "e3", "c6", "c7"}).empty());
  CHECK(ladder({"a7", "d7"}, {"b6", "b7", "e6", "e7"}).empty());
  CHECK(ladder({"a6"}, {"b5", "b6", "c5", "c6"}).empty());
}

}  // namespace isthmus
