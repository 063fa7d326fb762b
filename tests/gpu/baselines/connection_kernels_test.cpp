#include "gpu/baselines/connection_kernels.hpp"

#include <algorithm>
#include <bit>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/board.hpp"
#include "engine/fills/majority_reduction.hpp"
#include "engine/random/xorwow.hpp"
#include "gpu/baselines/connection.hpp"
#include "gpu/baselines/row_reduction.hpp"
#include "tests/support/referee.hpp"

namespace isthmus {

namespace {

using Generator = Xorwow<std::uint32_t>;

constexpr BaselineRun kRun{256, 5, 77};

Generator generator(std::uint32_t thread) { return {FillKeys(kRun.seed), thread}; }

Grid random_grid(int side, Generator& next) {
  Grid grid = Grid::full(side, side);
  for (int r = 0; r < side; ++r) grid.row[static_cast<std::size_t>(r)] &= next();
  return grid;
}

template <Neighbourhood kNeighbourhood>
void check_sweeps() {
  for (int side = 8; side <= 32; ++side) {
    SweepCounts expected;
    for (std::uint32_t thread = 0; thread < kRun.threads; ++thread) {
      Generator next = generator(thread);
      const SweepCounts counts =
          sweep_naturally<kNeighbourhood>(kRun.rounds, [&] { return random_grid(side, next); });
      expected.connected += counts.connected;
      expected.sweeps += counts.sweeps;
    }
    for (const SweepTotals& totals : {run_natural_sweeps(kNeighbourhood, side, kRun),
                                      run_reordered_sweeps(kNeighbourhood, side, kRun)}) {
      CAPTURE(side);
      CHECK(totals.connected == expected.connected);
      CHECK(totals.sweeps == expected.sweeps);
    }
  }
}

// How many boards of a thread and round are connected: 32, a word a cell.
int connected_by_cells(const Board& board, int side, Generator& next) {
  std::vector<std::uint32_t> words(static_cast<std::size_t>(board.rows() * board.columns()));
  for (std::uint32_t& word : words) word = next();
  return std::popcount(majority_reduction(words.data(), board.rows(), board.columns(), side));
}

// The same of boards drawn kRowWords words a row, by union-find.
int connected_by_rows(const Board& board, Generator& next) {
  const int boards = boards_a_row(board.columns());
  std::vector<CellSet> black(static_cast<std::size_t>(boards));
  for (int r = 0; r < board.rows(); ++r) {
    for (int k = 0; k < kRowWords; ++k) {
      std::uint32_t word = next();
      // The last of the word's columns is in the lowest bits.
      for (int c = (board.columns() - 1 - k) / kRowWords * kRowWords + k; c >= k; c -= kRowWords) {
        for (int b = 0; b < boards; ++b, word >>= 1) {
          if ((word & 1) != 0 && board.has(r, c)) {
            black[static_cast<std::size_t>(b)].insert(board.at(r, c));
          }
        }
      }
    }
  }
  return static_cast<int>(std::count_if(black.begin(), black.end(), [&](const CellSet& set) {
    return test::black_is_connected(board, set);
  }));
}

void check_reductions(const Board& board) {
  const bool is_triangle = board.goals().size() == 3;
  const int side = is_triangle ? board.rows() : board.rows() + board.columns() - 1;
  const bool by_cells = is_reduced_by_cells(board.rows(), board.columns(), side);
  // Two warps for each of the many boards.
  const BaselineRun run{128, 2, kRun.seed};
  std::uint64_t expected = 0;
  for (std::uint32_t thread = 0; thread < run.threads; ++thread) {
    Generator next(FillKeys(run.seed), thread);
    for (std::uint32_t round = 0; round < run.rounds; ++round) {
      expected += static_cast<std::uint64_t>(by_cells ? connected_by_cells(board, side, next)
                                                      : connected_by_rows(board, next));
    }
  }
  const ReductionTotals totals = run_reductions(board.rows(), board.columns(), side, run);
  CAPTURE(board.rows());
  CAPTURE(board.columns());
  CAPTURE(side);
  CHECK(totals.connected == expected);
  CHECK(totals.boards ==
        static_cast<std::uint64_t>(run.threads * run.rounds) *
            (by_cells ? 32u : static_cast<unsigned>(boards_a_row(board.columns()))));
}

}  // namespace

TEST_CASE("the seeds' sweeps decide as on the CPU, and take as many") {
  check_sweeps<Neighbourhood::hexagonal>();
  check_sweeps<Neighbourhood::four>();
  check_sweeps<Neighbourhood::eight>();
}

TEST_CASE("reductions decide every rhombus") {
  for (int rows = 1; rows <= 32; ++rows) {
    for (int columns = 1; columns <= 32; ++columns) {
      check_reductions(Board::rhombus(rows, columns));
    }
  }
}

TEST_CASE("reductions decide every triangle") {
  for (int side = 1; side <= 32; ++side) check_reductions(Board::triangle(side));
}

}  // namespace isthmus
