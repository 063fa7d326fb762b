// What is known of single games, from outside: their rules in words, and games that others played.

#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/game/record.hpp"
#include "games/list.hpp"

using namespace isthmus;

namespace {

Move move_of(const Game& game, const std::string& name) {
  const auto move = game.find_move(name);
  REQUIRE(move);
  return *move;
}

}  // namespace

TEST_CASE("games as others have played them") {
  struct Published {
    const char* source;
    const char* game;
    int rows, columns;
    std::vector<std::string> moves;
    Result result;
  };
  const std::vector<Published> published{
      {"OpenSpiel's playthrough of hex(board_size=5)",
       "hex",
       5,
       5,
       {"a2", "d4", "d5", "d1", "b4", "a4", "a3", "d3", "e3", "e4", "c1",
        "c5", "a5", "d2", "c4", "c2", "e5", "c3", "b2", "e2", "b3"},
       Result::black},
      {"OpenSpiel's hex_test.cc, TestBoardOrientation",
       "hex",
       4,
       3,
       {"b1", "c1", "b2", "c2", "b3", "c3", "b4"},
       Result::black},
      {"the same in Rex, where the first to join his edges loses",
       "rex",
       4,
       3,
       {"b1", "c1", "b2", "c2", "b3", "c3", "b4"},
       Result::white},
      {"OpenSpiel's playthrough of y(board_size=9)",
       "y",
       9,
       9,
       {"b1", "f4", "g1", "f1", "h1", "c2", "a3", "b8", "g3", "b5", "d4", "a2", "e4", "b6",
        "a5", "b7", "b4", "i1", "e5", "h2", "e1", "e3", "c4", "a9", "a8", "d2", "d3", "g2",
        "c5", "a4", "f2", "a6", "c1", "a7", "d1", "c7", "b2", "b3", "c6", "a1", "f3"},
       Result::black},
      {"OpenSpiel's playthrough of havannah(board_size=4), a ring around two cells; columns by "
       "ours",
       "havannah",
       4,
       4,
       {"c4", "f2", "b5", "b4", "f4", "c3", "g2", "e5", "g4", "d5", "d2",
        "f5", "a4", "b3", "d4", "g3", "g1", "d6", "c5", "d1", "b6", "a7",
        "c6", "f3", "c7", "e6", "f1", "e2", "a6", "e3", "e1", "d7", "c2"},
       Result::black},
  };
  for (const Published& facts : published) {
    CAPTURE(facts.source);
    Record record(std::shared_ptr<const Game>(
        make_game(facts.game, facts.rows, facts.columns, SwapRule::none)));
    for (const std::string& move : facts.moves) {
      REQUIRE(record.position().result == Result::ongoing);
      REQUIRE(record.play(move_of(record.game(), move)));
    }
    CHECK(record.position().result == facts.result);
  }
}

TEST_CASE("swap-pieces mirrors the stone on Hex boards and leaves it on Y boards") {
  for (auto [name, expected] : {std::pair("hex", "a2"), {"rex", "a2"}, {"y", "b1"}}) {
    Record record(std::shared_ptr<const Game>(make_game(name, 3, 3, SwapRule::pieces)));
    const Game& game = record.game();
    REQUIRE(record.play(move_of(game, "b1")));
    REQUIRE(record.play(Move::swap_pieces()));
    CHECK(record.position().of(Colour::black).empty());
    CHECK(record.position().of(Colour::white).size() == 1);
    CHECK(record.position().of(Colour::white).contains(move_of(game, expected).cell()));
    CHECK(record.position().to_move == Colour::black);
    CHECK_FALSE(game.may_swap(record.position()));
  }
}

TEST_CASE("swap-sides leaves stones and colour, and exchanges the players") {
  Record record(std::shared_ptr<const Game>(make_game("hex", 3, 4, SwapRule::sides)));
  REQUIRE(record.play(move_of(record.game(), "b1")));
  const Position before = record.position();
  REQUIRE(record.play(Move::swap_sides()));
  CHECK(record.position().stones == before.stones);
  CHECK(record.position().to_move == Colour::white);
  CHECK(record.position().sides_swapped);
  CHECK_FALSE(record.game().may_swap(record.position()));
}

TEST_CASE("only White may swap, and only the one stone that Black began with") {
  for (SwapRule rule : {SwapRule::none, SwapRule::pieces, SwapRule::sides}) {
    CAPTURE(name(rule));
    const bool has_swap = rule != SwapRule::none;
    Record record(std::shared_ptr<const Game>(make_game("hex", 5, 5, rule)));
    const Game& game = record.game();
    const auto may_swap = [&] { return game.legal_moves(record.position()).back().is_swap(); };
    CHECK(game.next_may_swap(record.position()) == has_swap);
    CHECK_FALSE(may_swap());

    // Black begins.
    REQUIRE(record.play(move_of(game, "b4")));
    CHECK(may_swap() == has_swap);
    CHECK(game.may_swap(record.position()) == has_swap);
    CHECK_FALSE(game.next_may_swap(record.position()));
    // Black plays twice.
    REQUIRE(record.play(Colour::black, move_of(game, "c3")));
    CHECK_FALSE(may_swap());
    // White has answered.
    REQUIRE(record.undo());
    REQUIRE(record.play(move_of(game, "c3")));
    CHECK_FALSE(may_swap());
    CHECK_FALSE(game.next_may_swap(record.position()));

    // White begins: no first player is left whom Black could ask to swap.
    REQUIRE(record.undo());
    REQUIRE(record.undo());
    REQUIRE(record.play(Colour::white, move_of(game, "b4")));
    CHECK_FALSE(may_swap());
    CHECK_FALSE(game.may_swap(record.position()));
    CHECK_FALSE(record.play(Colour::white, Move::swap_pieces()));
    Position turned = game.start();
    turned.to_move = Colour::white;
    CHECK_FALSE(game.next_may_swap(turned));
  }
}

TEST_CASE("set-up stones are not a first move to be swapped") {
  const auto game = make_game("hex", 5, 5, SwapRule::pieces);
  CellSet black;
  black.insert(game->board().at(2, 2));
  const Position position = game->setup(black, {}, Colour::white);
  CHECK_FALSE(game->may_swap(position));
  CHECK(game->legal_moves(position).size() == 24);
}

TEST_CASE("a game without a size begins on the board that it is mostly played on") {
  const std::pair<const char*, int> sizes[] = {{"hex", 11},     {"rex", 11},
                                               {"y", 13},       {"havannah", 8},
                                               {"gonnect", 13}, {"gonnect-repetition-loses", 13}};
  CHECK(games().size() == std::size(sizes));
  for (const auto& [name, size] : sizes) CHECK(find_game(name)->default_size == size);
}

TEST_CASE("games that cannot be made say why") {
  CHECK_THROWS_WITH(
      make_game("go", 9, 9, SwapRule::none),
      "unknown game 'go'; known: hex, rex, y, havannah, gonnect, gonnect-repetition-loses");
  CHECK_THROWS_WITH(make_game("hex", 33, 5, SwapRule::none), "a board's side is from 1 to 32");
  CHECK_THROWS_WITH(make_game("hex", 5, 0, SwapRule::none), "a board's side is from 1 to 32");
  CHECK_THROWS_WITH(make_game("y", 5, 6, SwapRule::none),
                    "y is played on a board of one side, not 5 x 6");
  CHECK_THROWS_WITH(make_game("hex", 5, 6, SwapRule::pieces),
                    "swap-pieces needs a square board; use swap-sides or none");
}
