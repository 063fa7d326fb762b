// For how many independent fills those of a unit count, which share the order in which cells are
// put right: the variance that a unit's count would have were its fills independent, over that
// which it has. What to expect is worked out by theory, by trying every order, and by a generator
// of fills that shares no code with the engine's.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <boost/math/distributions/binomial.hpp>
#include <doctest/doctest.h>

#include "engine/board/board.hpp"
#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/fills/majority_reduction.hpp"
#include "tests/support/fill_tasks.hpp"
#include "tests/support/referee.hpp"
#include "tests/support/within.hpp"

namespace isthmus {

namespace {

using test::empty_board;
using test::some_stones;

// With no more empty cells than this, the four quarters of a unit count in four ways from an order
// that they share (mixing_shift()); with more, all of it counts in the same way.
constexpr int kMaxMixed = 80;

constexpr double kFills = kFillsPerUnit;

// A count of a unit, in many units.
class UnitCounts {
 public:
  void add(double count) {
    ++units_;
    sum_ += count;
    squares_ += count * count;
  }
  double share() const { return sum_ / units_ / kFills; }
  double effective() const {
    const double variance = (squares_ - sum_ * sum_ / units_) / (units_ - 1);
    return kFills * share() * (1 - share()) / variance;
  }

 private:
  double units_ = 0, sum_ = 0, squares_ = 0;
};

struct Measured {
  UnitCounts wins;
  double cells = 0;  // the mean of all empty cells
};

Measured measure(FillTask task, int units) {
  const CpuFillBackend backend;
  Measured measured;
  std::vector<UnitCounts> cells(kMaxCells);
  FillCounts counts;
  for (int unit = 0; unit < units; ++unit) {
    task.seed = static_cast<std::uint64_t>(unit);
    backend.run({&task, 1}, {&counts, 1});
    measured.wins.add(counts.black_connects);
    task.empty.for_each([&](Cell cell) { cells[cell].add(counts.black[cell]); });
  }
  task.empty.for_each(
      [&](Cell cell) { measured.cells += cells[cell].effective() / task.empty.size(); });
  return measured;
}

// P(X <= k) where X of n coins show heads.
double heads_at_most(int k, int n) {
  if (k < 0) return 0;
  return k >= n ? 1 : boost::math::cdf(boost::math::binomial(n, 0.5), k);
}

// The expected ratio for the count of a black cell, by theory, with `blacks` of `count` cells
// black. Let B be the black ones of the coins behind place j of the order. The cell at place j, if
// black at first, stays so unless there are too many and too few of them before it, which is if
// B <= blacks - 1; if white, it turns if B <= blacks - 1 - j. So its chance depends on j alone; and
// it is at a place by chance, in each quarter of a mixed unit at another.
double expected_of_cells(int count, int blacks) {
  std::vector<double> chances;
  for (int j = 0; j < count; ++j) {
    chances.push_back(
        (heads_at_most(blacks - 1, count - 1 - j) + heads_at_most(blacks - 1 - j, count - 1 - j)) /
        2);
  }
  const double mean = std::accumulate(chances.begin(), chances.end(), 0.0) / count;
  CHECK(mean == doctest::Approx(static_cast<double>(blacks) / count));
  double within = 0, between = 0;
  for (const double chance : chances) {
    within += chance * (1 - chance) / count;
    between += (chance - mean) * (chance - mean) / count;
  }
  // That of a sum of four drawn without repetition, of a quarter each; or of the whole.
  const double parts = count <= kMaxMixed ? (count - 4.0) / (count - 1) / 4 : 1;
  return mean * (1 - mean) / (within + kFills * between * parts);
}

// The expected ratio for the wins on a board of few cells, by trying every order and all coins.
double expected_of_wins(const Board& board, const FillTask& task) {
  std::vector<Cell> cells;
  task.empty.for_each([&](Cell cell) { cells.push_back(cell); });
  const std::size_t count = cells.size();
  std::vector<bool> wins;
  for (unsigned set = 0; set < 1U << count; ++set) {
    CellSet black = task.black;
    for (std::size_t i = 0; i < count; ++i) {
      if ((set >> i & 1U) != 0) black.insert(cells[i]);
    }
    wins.push_back(test::black_is_connected(board, black));
  }
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  double orders = 0, mean = 0, within = 0, squares = 0;
  do {
    double sum = 0;  // of the four quarters' shares of wins
    for (std::size_t quarter = 0; quarter < 4; ++quarter) {
      double won = 0;
      for (unsigned coins = 0; coins < 1U << count; ++coins) {
        unsigned set = coins;
        int excess = -task.blacks;
        for (std::size_t i = 0; i < count; ++i) excess += static_cast<int>(coins >> i & 1U);
        for (std::size_t place = 0; excess != 0; ++place) {
          const std::size_t cell = (order[place] + quarter * count / 4) % count;
          if ((set >> cell & 1U) != (excess > 0 ? 1U : 0U)) continue;
          set ^= 1U << cell;
          excess += excess > 0 ? -1 : 1;
        }
        won += wins[set] ? 1 : 0;
      }
      const double share = won / static_cast<double>(1U << count);
      sum += share;
      within += share * (1 - share) / 4;
    }
    ++orders;
    mean += sum / 4;
    squares += sum * sum / 16;
  } while (std::next_permutation(order.begin(), order.end()));
  mean /= orders;
  const double between = squares / orders - mean * mean;
  return mean * (1 - mean) / (within / orders + kFills * between);
}

// Wins of units that are drawn and put right board by board, with random numbers of the library's.
UnitCounts drawn_one_by_one(const FillTask& task, int units) {
  std::mt19937_64 random(1);
  std::vector<Cell> cells;
  task.empty.for_each([&](Cell cell) { cells.push_back(cell); });
  const std::size_t count = cells.size();
  UnitCounts wins;
  for (int unit = 0; unit < units; ++unit) {
    std::vector<std::size_t> order(count);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), random);
    int won = 0;
    for (std::size_t quarter = 0; quarter < 4; ++quarter) {
      const std::size_t shift =
          task.empty.size() <= kMaxMixed ? quarter * count / 4 : std::size_t{0};
      for (int half = 0; half < 2; ++half) {
        std::vector<std::uint64_t> board(static_cast<std::size_t>(task.rows * task.columns));
        task.black.for_each([&](Cell cell) { board[cell] = ~std::uint64_t{0}; });
        std::array<int, 64> excess;
        excess.fill(-task.blacks);
        for (const Cell cell : cells) {
          const std::uint64_t coins = board[cell] = random();
          for (std::size_t bit = 0; bit < 64; ++bit)
            excess[bit] += static_cast<int>(coins >> bit & 1);
        }
        for (std::size_t bit = 0; bit < 64; ++bit) {
          for (std::size_t place = 0; excess[bit] != 0; ++place) {
            std::uint64_t& word = board[cells[(order[place] + shift) % count]];
            if ((word >> bit & 1) != (excess[bit] > 0 ? 1U : 0U)) continue;
            word ^= std::uint64_t{1} << bit;
            excess[bit] += excess[bit] > 0 ? -1 : 1;
          }
        }
        won += std::popcount(
            majority_reduction(board.data(), task.rows, task.columns, task.reduction_side));
      }
    }
    wins.add(won);
  }
  return wins;
}

// Four standard errors of a ratio of variances, each measured in this many units.
double four_errors(double units, double other_units = INFINITY) {
  return 4 * std::sqrt(2 / units + 2 / other_units);
}

}  // namespace

TEST_CASE("the count of a black cell varies as the shared order has it by theory") {
  constexpr int kUnits = 1000;
  const Board board = Board::rhombus(11, 11);
  FillTask full = empty_board(board, 60, kFillsPerUnit, 0);
  FillTask uneven = full;
  uneven.blacks = 56;
  FillTask mixed = some_stones(board, 2, kFillsPerUnit, 0);  // 61 of them
  FillTask mixed_uneven = mixed;
  mixed_uneven.blacks -= 3;
  const FillTask at_the_limit = empty_board(Board::rhombus(8, 10), 41, kFillsPerUnit, 0);
  const FillTask beyond_the_limit = empty_board(Board::rhombus(3, 27), 41, kFillsPerUnit, 0);
  for (const FillTask& task : {full, uneven, mixed, mixed_uneven, at_the_limit, beyond_the_limit}) {
    CAPTURE(task.empty.size());
    CAPTURE(task.blacks);
    const double expected = expected_of_cells(task.empty.size(), task.blacks);
    // That of each cell is measured almost apart from the others.
    CHECK(measure(task, kUnits).cells ==
          test::within(four_errors(kUnits * task.empty.size()), expected));
  }
}

TEST_CASE("wins on small boards vary as all orders say") {
  constexpr int kUnits = 4000;
  const Board six = Board::rhombus(2, 3), seven = Board::rhombus(2, 4), ten = Board::triangle(4);
  FillTask stone = empty_board(seven, 4, kFillsPerUnit, 0);
  stone.empty.erase(2);
  stone.white.insert(2);
  FillTask stones = empty_board(ten, 3, kFillsPerUnit, 0);
  for (const Cell cell : {Cell{5}, Cell{3}, Cell{8}}) stones.empty.erase(cell);
  stones.black.insert(5);
  stones.white.insert(3);
  stones.white.insert(8);
  const std::array<std::pair<Board, FillTask>, 4> tasks{
      {{six, empty_board(six, 3, kFillsPerUnit, 0)},
       {six, empty_board(six, 2, kFillsPerUnit, 0)},
       {seven, stone},
       {ten, stones}}};
  for (const auto& on_board : tasks) {
    const Board& board = on_board.first;
    const FillTask& task = on_board.second;
    CAPTURE(task.empty.size());
    CAPTURE(task.blacks);
    const double expected = expected_of_wins(board, task);
    const Measured measured = measure(task, kUnits);
    CHECK(measured.wins.effective() == test::within(four_errors(kUnits), expected));
  }
}

TEST_CASE("wins on a board of 11 x 11 vary as those of fills that are drawn one by one") {
  constexpr int kUnits = 4000, kSlowUnits = 2000;
  const Board board = Board::rhombus(11, 11);
  for (const FillTask& task :
       {empty_board(board, 61, kFillsPerUnit, 0), some_stones(board, 3, kFillsPerUnit, 0),
        some_stones(board, 2, kFillsPerUnit, 0)}) {
    CAPTURE(task.empty.size());
    const UnitCounts expected = drawn_one_by_one(task, kSlowUnits);
    const Measured measured = measure(task, kUnits);
    CHECK(measured.wins.share() == test::within(0.01, expected.share()));
    CHECK(measured.wins.effective() ==
          test::within(four_errors(kUnits, kSlowUnits), expected.effective()));
  }
}

}  // namespace isthmus
