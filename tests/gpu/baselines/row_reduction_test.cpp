#include "gpu/baselines/row_reduction.hpp"

#include <array>
#include <cstddef>
#include <utility>

#include <boost/random/mersenne_twister.hpp>
#include <doctest/doctest.h>

#include "engine/board/board.hpp"
#include "tests/support/referee.hpp"

namespace isthmus {

namespace {

using Rows = std::array<std::array<std::uint32_t, kRowWords>, 32>;

template <int kRows, int kBoards>
std::uint32_t reduce_within(const Rows& rows, int side) {
  std::uint32_t words[kRows][kRowWords];
  for (std::size_t i = 0; i < kRows; ++i) std::copy(rows[i].begin(), rows[i].end(), words[i]);
  return RowReduction<kRows, kBoards>::run(words, side) >> (32 - kBoards);
}

// The winners by the reduction for at least this many rows.
template <int kBoards, std::size_t kIndex = 0>
std::uint32_t reduce_rows(int at_least, const Rows& rows, int side) {
  if constexpr (kIndex + 1 < kReducedRows.size()) {
    if (kReducedRows[kIndex] < at_least) {
      return reduce_rows<kBoards, kIndex + 1>(at_least, rows, side);
    }
  }
  return reduce_within<kReducedRows[kIndex], kBoards>(rows, side);
}

// Compares winners of random boards, kBoards of them, with what union-find says.
template <int kBoards>
void check_winners(const Board& board, boost::random::mt19937& random) {
  std::array<CellSet, kBoards> black;
  Rows rows;
  rows.fill({~0u, ~0u});
  for (int r = 0; r < board.rows(); ++r) rows[static_cast<std::size_t>(r)] = {};
  const bool denser = random() % 2 == 0;
  board.cells().for_each([&](Cell cell) {
    for (int b = 0; b < kBoards; ++b) {
      // About half of all cells, or a few more where that makes Black's chances even.
      if (random() % 32 >= (denser && board.rows() > board.columns() ? 20u : 16u)) continue;
      black[static_cast<std::size_t>(b)].insert(cell);
      const int column = board.column(cell);
      rows[static_cast<std::size_t>(board.row(cell))]
          [static_cast<std::size_t>(column % kRowWords)] |=
          1u << (32 - kBoards * (column / kRowWords + 1) + b);
    }
  });
  std::uint32_t expected = 0;
  for (int b = 0; b < kBoards; ++b) {
    expected |= std::uint32_t{test::black_is_connected(board, black[static_cast<std::size_t>(b)])}
                << b;
  }
  const int side = board.goals().size() == 3 ? board.rows() : board.rows() + board.columns() - 1;
  CAPTURE(board.rows());
  CAPTURE(board.columns());
  CAPTURE(side);
  REQUIRE(reduce_rows<kBoards>(board.rows(), rows, side) == expected);
  // In words for larger boards the rows below are black.
  REQUIRE(reduce_within<32, kBoards>(rows, side) == expected);
}

void check_random(const Board& board, int times, boost::random::mt19937& random) {
  for (int i = 0; i < times; ++i) {
    check_winners<2>(board, random);
    if (board.columns() <= 16) check_winners<4>(board, random);
    if (board.columns() <= 8) check_winners<8>(board, random);
  }
}

}  // namespace

TEST_CASE("reduction by rows agrees with union-find on every rhombus") {
  boost::random::mt19937 random(1);
  for (int rows = 1; rows <= 32; ++rows) {
    for (int columns = 1; columns <= 32; ++columns) {
      check_random(Board::rhombus(rows, columns), 8, random);
    }
  }
}

TEST_CASE("reduction by rows agrees with union-find on every triangle") {
  boost::random::mt19937 random(2);
  for (int side = 1; side <= 32; ++side) check_random(Board::triangle(side), 100, random);
}

}  // namespace isthmus
