#include "engine/fills/majority_reduction.hpp"

#include <cstdint>
#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <doctest/doctest.h>

#include "engine/fills/tiled_reduction.hpp"
#include "tests/support/referee.hpp"

namespace isthmus {

namespace {

// Compares the winners of 32 boards, a word a cell, by all reductions and by union-find.
void check_winners(const Board& board, std::vector<std::uint32_t> words) {
  const int rows = board.rows();
  const int columns = board.columns();
  const int side = board.goals().size() == 3 ? rows : rows + columns - 1;
  std::uint32_t expected = 0;
  for (int bit = 0; bit < 32; ++bit) {
    CellSet black;
    board.cells().for_each([&](Cell cell) {
      if ((words[cell] >> bit) & 1) black.insert(cell);
    });
    expected |= std::uint32_t{test::black_is_connected(board, black)} << bit;
  }
  CAPTURE(rows);
  CAPTURE(columns);
  CAPTURE(side);
  REQUIRE(TiledReduction<std::uint32_t, 3, 4>(rows, columns, side)(words.data()) == expected);
  REQUIRE(TiledReduction<std::uint32_t, 4, 6>(rows, columns, side)(words.data()) == expected);
  REQUIRE(majority_reduction(words.data(), rows, columns, side) == expected);
}

// All boards of rows x columns cells, 32 at a time.
void check_all(int rows, int columns) {
  const int cells = rows * columns;
  for (std::uint32_t first = 0; first < std::uint32_t{1} << cells; first += 32) {
    std::vector<std::uint32_t> words(static_cast<std::size_t>(cells));
    for (std::uint32_t bit = 0; bit < 32; ++bit) {
      for (int cell = 0; cell < cells; ++cell) {
        words[static_cast<std::size_t>(cell)] |= (((first + bit) >> cell) & 1) << bit;
      }
    }
    check_winners(Board::rhombus(rows, columns), words);
  }
}

// 32 random boards, some with fewer and some with more black cells.
void check_random(const Board& board, boost::random::mt19937& random) {
  std::vector<std::uint32_t> words(static_cast<std::size_t>(board.cell_range()));
  for (std::uint32_t& word : words) {
    const std::uint32_t some = random();
    word = (random() & 0xffff0000u) | (random() & 0xff00u & some) | ((random() | some) & 0xffu);
  }
  check_winners(board, words);
}

}  // namespace

TEST_CASE("the reduction names the winner of every small board") {
  check_all(4, 4);
  for (int side = 1; side <= 5; ++side) {
    check_all(3, side);
    check_all(side, 3);
  }
  for (int side = 1; side <= 10; ++side) {
    check_all(1, side);
    check_all(side, 1);
  }
}

TEST_CASE("the reduction names the winner of random boards of every size") {
  boost::random::mt19937 random(1);
  for (int rows = 1; rows <= kMaxSide; ++rows) {
    for (int columns = 1; columns <= kMaxSide; ++columns) {
      check_random(Board::rhombus(rows, columns), random);
    }
  }
}

TEST_CASE("the reduction names the winner of random triangles of every size") {
  boost::random::mt19937 random(2);
  for (int side = 1; side <= kMaxSide; ++side) {
    for (int repeat = 0; repeat < 10; ++repeat) check_random(Board::triangle(side), random);
  }
}

}  // namespace isthmus
