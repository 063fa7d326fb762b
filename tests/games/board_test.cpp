#include "engine/board/board.hpp"

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

using namespace isthmus;

TEST_CASE("neighbours are the cells at distance one on the hexagonal grid") {
  for (const Board& board : {Board::rhombus(5, 7), Board::rhombus(1, 4), Board::triangle(6)}) {
    board.cells().for_each([&](Cell a) {
      const auto neighbours = board.neighbours(a);
      board.cells().for_each([&](Cell b) {
        const int dr = board.row(a) - board.row(b), dc = board.column(a) - board.column(b);
        const bool adjacent = std::max({std::abs(dr), std::abs(dc), std::abs(dr + dc)}) == 1;
        CHECK((std::find(neighbours.begin(), neighbours.end(), b) != neighbours.end()) == adjacent);
      });
    });
  }
}

TEST_CASE("names of cells go there and back") {
  const Board board = Board::rhombus(32, 32);
  CHECK(board.name(board.at(0, 0)) == "a1");
  CHECK(board.name(board.at(5, 25)) == "z6");
  CHECK(board.name(board.at(31, 26)) == "aa32");
  CHECK(board.name(board.at(31, 31)) == "af32");
  board.cells().for_each([&](Cell cell) { CHECK(board.find(board.name(cell)) == cell); });
  CHECK(board.find("F6") == board.at(5, 5));
}

TEST_CASE("what names no cell is not found") {
  const Board board = Board::triangle(9);
  for (const char* name : {"", "a", "1", "a0", "a01", "a10", "i2", "j1", "aa1", "a1 ", "a-1", "a+1",
                           "a99999999999999999999", "{1", "@1", "abc1"}) {
    CAPTURE(name);
    CHECK_FALSE(board.find(name).has_value());
  }
  CHECK(board.find("i1").has_value());
}

TEST_CASE("a triangle has side (side + 1) / 2 cells") {
  for (int side = 1; side <= 32; ++side) {
    CHECK(Board::triangle(side).cell_count() == side * (side + 1) / 2);
  }
}

TEST_CASE("a board of squares has any rows, and goals that lie on its cells") {
  // . a a .
  // a a a a
  //   b     (the row of one cell begins in the third column)
  const Board board(
      Board::Tiling::squares, {{1, 2}, {0, 4}, {2, 1}},
      {{"top", Colour::black, 0, 1}, {"any", std::nullopt, 2, 1}, {"left", Colour::white, 3, 1}},
      [](int r, int c) { return static_cast<Board::Goals>((r == 0 ? 1 : 0) | (c == 2 ? 2 : 0)); });
  CHECK(board.rows() == 3);
  CHECK(board.columns() == 4);
  CHECK(board.cell_count() == 7);
  CHECK_FALSE(board.is_full());
  CHECK_FALSE(board.has(0, 0));
  CHECK(board.has(2, 2));
  CHECK_FALSE(board.has(2, 3));
  CHECK_FALSE(board.find("a1").has_value());
  CHECK(board.find("b1") == board.at(0, 1));
  board.cells().for_each([&](Cell a) {
    const auto neighbours = board.neighbours(a);
    CHECK(std::is_sorted(neighbours.begin(), neighbours.end()));
    board.cells().for_each([&](Cell b) {
      const int dr = std::abs(board.row(a) - board.row(b));
      const int dc = std::abs(board.column(a) - board.column(b));
      CHECK((std::find(neighbours.begin(), neighbours.end(), b) != neighbours.end()) ==
            (dr + dc == 1));
    });
    CHECK(board.goals(a) == (board.row(a) == 0 ? 1 : 0) + (board.column(a) == 2 ? 2 : 0));
  });
  CHECK(board.goals_of(Colour::black) == 3);
  CHECK(board.goals_of(Colour::white) == 6);
}

TEST_CASE("boards without cells, or too large, are refused") {
  const auto none = [](int, int) { return Board::Goals{0}; };
  using Rows = std::vector<Board::Row>;
  for (const Rows& rows : {Rows{}, Rows{{0, 0}}, Rows{{-1, 3}}, Rows{{30, 3}}, Rows(33, {0, 1})}) {
    CHECK_THROWS_AS(Board(Board::Tiling::squares, rows, {}, none), std::invalid_argument);
  }
  CHECK_THROWS_AS(Board::rhombus(0, 3), std::invalid_argument);
  CHECK_THROWS_AS(Board::rhombus(3, 33), std::invalid_argument);
  CHECK_THROWS_AS(Board::triangle(33), std::invalid_argument);
}
