#include "engine/game/board.hpp"

#include <algorithm>
#include <cstdlib>

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
