// Every game of the list passes this suite.

#include <random>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/game/record.hpp"
#include "games/list.hpp"
#include "tests/games/referee.hpp"

using namespace isthmus;

namespace {

struct Size {
  int rows;
  int columns;
};

std::vector<Size> sizes_of(const GameEntry& entry) {
  std::vector<Size> sizes;
  for (int side = 1; side <= kMaxSide; ++side) sizes.push_back({side, side});
  if (entry.any_rectangle) {
    for (Size size : {Size{1, 5}, {5, 1}, {2, 3}, {4, 3}, {3, 9}, {13, 7}, {32, 31}, {1, 32}}) {
      sizes.push_back(size);
    }
  }
  return sizes;
}

template <class Visit>
void for_each_game(Visit&& visit) {
  for (const GameEntry& entry : games()) {
    for (Size size : sizes_of(entry)) {
      for (SwapRule swap : {SwapRule::none, SwapRule::pieces, SwapRule::sides}) {
        if (swap == SwapRule::pieces && size.rows != size.columns) continue;
        CAPTURE(entry.name);
        CAPTURE(size.rows);
        CAPTURE(size.columns);
        CAPTURE(name(swap));
        visit(std::shared_ptr<const Game>(make_game(entry.name, size.rows, size.columns, swap)));
      }
    }
  }
}

// The legal moves, worked out from what is on the board.
std::vector<Move> expected_moves(const Game& game, const Position& position) {
  std::vector<Move> moves;
  if (position.result != Result::ongoing) return moves;
  for (int cell = 0; cell < kMaxCells; ++cell) {
    const int row = cell / game.board().columns(), column = cell % game.board().columns();
    const bool on_board =
        row < game.board().rows() && (game.name() != "y" || row + column < game.board().rows());
    const auto c = static_cast<Cell>(cell);
    if (on_board && !position.of(Colour::black).contains(c) &&
        !position.of(Colour::white).contains(c)) {
      moves.emplace_back(c);
    }
  }
  if (position.moves_played == 1 && game.swap_rule() == SwapRule::pieces) {
    moves.push_back(Move::swap_pieces());
  }
  if (position.moves_played == 1 && game.swap_rule() == SwapRule::sides) {
    moves.push_back(Move::swap_sides());
  }
  return moves;
}

Move find(const Game& game, const std::string& name) {
  const auto move = game.find_move(name);
  REQUIRE(move);
  return *move;
}

}  // namespace

TEST_CASE("random games to the end, from every size and swap rule") {
  std::mt19937 random(1);
  for_each_game([&](const std::shared_ptr<const Game>& game) {
    const Board& board = game->board();
    const Referee referee(game->name(), board.rows(), board.columns());
    // Checking each position of a large board from scratch would take minutes.
    const bool check_all = board.cell_count() <= 64;
    Record record(game);
    bool swapped = false;
    while (record.position().result == Result::ongoing) {
      const Position before = record.position();
      const std::vector<Move> moves = game->legal_moves(before);
      REQUIRE(moves == expected_moves(*game, before));
      // Swap in every other game where it is on offer.
      const bool swap = moves.back().is_swap() && random() % 2 == 0;
      const Move move = swap ? moves.back() : moves[random() % moves.size()];
      swapped = swapped || move.is_swap();

      Position clone = before;
      game->play(clone, move);
      REQUIRE(record.position() == before);
      REQUIRE(record.play(move));
      REQUIRE(record.position() == clone);
      REQUIRE(record.undo());
      REQUIRE(record.position() == before);
      REQUIRE(record.play(move));
      REQUIRE_FALSE(game->is_legal(record.position(), move));

      const Position& after = record.position();
      REQUIRE(after.moves_played == before.moves_played + 1);
      REQUIRE(after.last_move == move);
      REQUIRE(game->find_move(game->name(move)) == move);
      if (check_all || after.result != Result::ongoing) {
        REQUIRE(after.result == referee.result(after));
      }
    }
    CHECK(game->legal_moves(record.position()).empty());
    CHECK_FALSE(game->is_legal(record.position(), Move(0)));
    CHECK(record.turns().size() <=
          static_cast<std::size_t>(board.cell_count()) + (swapped ? 1U : 0U));
    while (record.undo()) {
    }
    CHECK(record.position() == game->start());
  });
}

TEST_CASE("a full board has exactly one winner: every board of few cells") {
  for (const GameEntry& entry : games()) {
    for (Size size : {Size{1, 1}, {1, 3}, {3, 2}, {3, 3}, {4, 4}, {3, 4}}) {
      if (size.rows != size.columns && !entry.any_rectangle) continue;
      CAPTURE(entry.name);
      CAPTURE(size.rows);
      const auto game = make_game(entry.name, size.rows, size.columns, SwapRule::none);
      const Referee referee(entry.name, size.rows, size.columns);
      std::vector<Cell> cells;
      game->board().cells().for_each([&](Cell cell) { cells.push_back(cell); });
      for (unsigned colours = 0; colours < 1U << cells.size(); ++colours) {
        CellSet stones[2];
        for (std::size_t i = 0; i < cells.size(); ++i) {
          stones[colours >> i & 1U].insert(cells[i]);
        }
        REQUIRE(referee.has_connected(stones[0], Colour::black) !=
                referee.has_connected(stones[1], Colour::white));
        const Position position = game->setup(stones[0], stones[1], Colour::black);
        REQUIRE(position.result == referee.result(position));
      }
    }
  }
}

TEST_CASE("a full board has exactly one winner: random boards of every size") {
  std::mt19937 random(2);
  for (const GameEntry& entry : games()) {
    for (Size size : sizes_of(entry)) {
      CAPTURE(entry.name);
      CAPTURE(size.rows);
      CAPTURE(size.columns);
      const auto game = make_game(entry.name, size.rows, size.columns, SwapRule::none);
      const Referee referee(entry.name, size.rows, size.columns);
      CellSet stones[2];
      game->board().cells().for_each([&](Cell cell) { stones[random() % 2].insert(cell); });
      CHECK(referee.has_connected(stones[0], Colour::black) !=
            referee.has_connected(stones[1], Colour::white));
      const Position position = game->setup(stones[0], stones[1], Colour::white);
      CHECK(position.result == referee.result(position));
    }
  }
}

TEST_CASE("games as others have played them") {
  struct Published {
    const char* source;
    const char* game;
    Size size;
    std::vector<std::string> moves;
    Result result;
  };
  const std::vector<Published> published{
      {"OpenSpiel's playthrough of hex(board_size=5)",
       "hex",
       {5, 5},
       {"a2", "d4", "d5", "d1", "b4", "a4", "a3", "d3", "e3", "e4", "c1",
        "c5", "a5", "d2", "c4", "c2", "e5", "c3", "b2", "e2", "b3"},
       Result::black},
      {"OpenSpiel's hex_test.cc, TestBoardOrientation",
       "hex",
       {4, 3},
       {"b1", "c1", "b2", "c2", "b3", "c3", "b4"},
       Result::black},
      {"OpenSpiel's playthrough of y(board_size=9)",
       "y",
       {9, 9},
       {"b1", "f4", "g1", "f1", "h1", "c2", "a3", "b8", "g3", "b5", "d4", "a2", "e4", "b6",
        "a5", "b7", "b4", "i1", "e5", "h2", "e1", "e3", "c4", "a9", "a8", "d2", "d3", "g2",
        "c5", "a4", "f2", "a6", "c1", "a7", "d1", "c7", "b2", "b3", "c6", "a1", "f3"},
       Result::black},
  };
  for (const Published& facts : published) {
    CAPTURE(facts.source);
    Record record(std::shared_ptr<const Game>(
        make_game(facts.game, facts.size.rows, facts.size.columns, SwapRule::none)));
    for (const std::string& move : facts.moves) {
      REQUIRE(record.position().result == Result::ongoing);
      REQUIRE(record.play(find(record.game(), move)));
    }
    CHECK(record.position().result == facts.result);
  }
}

TEST_CASE("swap-pieces mirrors the stone on Hex boards and leaves it on Y boards") {
  for (auto [name, expected] : {std::pair("hex", "a2"), {"rex", "a2"}, {"y", "b1"}}) {
    Record record(std::shared_ptr<const Game>(make_game(name, 3, 3, SwapRule::pieces)));
    const Game& game = record.game();
    REQUIRE(record.play(find(game, "b1")));
    REQUIRE(record.play(Move::swap_pieces()));
    CHECK(record.position().of(Colour::black).empty());
    CHECK(record.position().of(Colour::white).size() == 1);
    CHECK(record.position().of(Colour::white).contains(find(game, expected).cell()));
    CHECK(record.position().to_move == Colour::black);
    CHECK_FALSE(game.may_swap(record.position()));
  }
}

TEST_CASE("swap-sides leaves stones and colour, and exchanges the players") {
  Record record(std::shared_ptr<const Game>(make_game("hex", 3, 4, SwapRule::sides)));
  REQUIRE(record.play(find(record.game(), "b1")));
  const Position before = record.position();
  REQUIRE(record.play(Move::swap_sides()));
  CHECK(record.position().stones == before.stones);
  CHECK(record.position().to_move == Colour::white);
  CHECK(record.position().sides_swapped);
  CHECK_FALSE(record.game().may_swap(record.position()));
}

TEST_CASE("set-up stones are not a first move to be swapped") {
  const auto game = make_game("hex", 5, 5, SwapRule::pieces);
  CellSet black;
  black.insert(game->board().at(2, 2));
  const Position position = game->setup(black, {}, Colour::white);
  CHECK_FALSE(game->may_swap(position));
  CHECK(game->legal_moves(position).size() == 24);
}

TEST_CASE("games that cannot be made say why") {
  CHECK_THROWS_WITH(make_game("go", 9, 9, SwapRule::none), "unknown game 'go'; known: hex, rex, y");
  CHECK_THROWS_WITH(make_game("hex", 33, 5, SwapRule::none), "a board's side is from 1 to 32");
  CHECK_THROWS_WITH(make_game("hex", 5, 0, SwapRule::none), "a board's side is from 1 to 32");
  CHECK_THROWS_WITH(make_game("y", 5, 6, SwapRule::none),
                    "y is played on a board of one side, not 5 x 6");
  CHECK_THROWS_WITH(make_game("hex", 5, 6, SwapRule::pieces),
                    "swap-pieces needs a square board; use swap-sides or none");
}
