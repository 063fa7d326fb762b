#include "engine/fills/cpu_fill_backend.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/board.hpp"
#include "engine/fills/sliced.hpp"
#include "tests/support/fill_tasks.hpp"
#include "tests/support/referee.hpp"
#include "tests/support/uniformity.hpp"

namespace isthmus {

namespace {

using test::empty_board;
using test::some_stones;

// The black cells of one fill.
CellSet fill_of(const FillTask& task, const std::vector<std::uint32_t>& words, std::uint32_t fill) {
  const auto cells = static_cast<std::size_t>(task.rows * task.columns);
  CellSet black;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if ((words[fill / 32 * cells + cell] >> (fill % 32)) & 1) {
      black.insert(static_cast<Cell>(cell));
    }
  }
  return black;
}

FillCounts tally_of(const FillTask& task, std::string_view instruction_set = {}) {
  FillCounts tally;
  CpuFillBackend(instruction_set).run({&task, 1}, {&tally, 1});
  return tally;
}

// The tally by looking at one fill after the other.
FillCounts tally_one_by_one(const Board& board, const FillTask& task) {
  const std::vector<std::uint32_t> words = CpuFillBackend().draw(task);
  const auto cells = static_cast<std::size_t>(board.cell_range());
  FillCounts tally{task.fills, 0, std::vector<std::uint32_t>(cells),
                   std::vector<std::uint32_t>(cells)};
  for (std::uint32_t fill = 0; fill < task.fills; ++fill) {
    const CellSet black = fill_of(task, words, fill);
    REQUIRE((black & task.black) == task.black);
    REQUIRE((black & task.empty).size() == task.blacks);
    REQUIRE((black - task.black - task.empty).empty());
    for (auto [a, b] : task.bridges) REQUIRE(black.contains(a) != black.contains(b));
    const bool connected = test::black_is_connected(board, black);
    tally.black_connects += connected;
    (black & task.empty).for_each([&](Cell cell) {
      ++tally.black[cell];
      tally.black_and_connects[cell] += connected;
    });
  }
  return tally;
}

void check_equal(const FillCounts& a, const FillCounts& b) {
  CHECK(a.fills == b.fills);
  CHECK(a.black_connects == b.black_connects);
  CHECK(a.black == b.black);
  CHECK(a.black_and_connects == b.black_and_connects);
}

std::vector<FillTask> tasks_of_many_kinds() {
  std::vector<FillTask> tasks;
  for (int rows : {1, 2, 3, 5, 8, 11, 14, 19, 32}) {
    for (int columns : {1, 4, 7, 11, 19, 32}) {
      tasks.push_back(some_stones(Board::rhombus(rows, columns), 5, 1024, 1));
    }
    tasks.push_back(some_stones(Board::triangle(rows), 4, 1024, 2));
  }
  const Board board = Board::rhombus(6, 6);
  tasks.push_back(empty_board(board, 18, 40 * kFillsPerUnit, 3));
  // Enough words for sums of bytes to run over, were they not emptied in time.
  tasks.push_back(empty_board(board, 36, 40 * kFillsPerUnit, 3));
  for (int blacks : {0, 1, 5, 30, 36}) tasks.push_back(empty_board(board, blacks, 512, 4));
  FillTask bridged = some_stones(board, 4, 1024, 5);
  bridged.bridges = {{0, 1}, {8, 4}, {20, 25}};
  tasks.push_back(bridged);
  FillTask only_bridges = empty_board(Board::rhombus(2, 2), 2, 512, 6);
  only_bridges.bridges = {{0, 3}, {1, 2}};
  tasks.push_back(only_bridges);
  FillTask full = empty_board(Board::rhombus(1, 2), 0, 512, 7);
  full.empty = {};
  full.black.insert(0);
  full.white.insert(1);
  tasks.push_back(full);
  return tasks;
}

Board board_of(const FillTask& task) {
  return task.reduction_side == task.rows && task.columns > 1
             ? Board::triangle(task.rows)
             : Board::rhombus(task.rows, task.columns);
}

}  // namespace

TEST_CASE("a tally is what one finds fill by fill") {
  for (const FillTask& task : tasks_of_many_kinds()) {
    CAPTURE(task.rows);
    CAPTURE(task.columns);
    check_equal(tally_of(task), tally_one_by_one(board_of(task), task));
  }
}

TEST_CASE("every instruction set draws and tallies the same") {
  REQUIRE(CpuFillBackend::instruction_sets().size() >= 1);
  for (const FillTask& task : tasks_of_many_kinds()) {
    const FillCounts expected = tally_of(task);
    const std::vector<std::uint32_t> words = CpuFillBackend().draw(task);
    for (const std::string& name : CpuFillBackend::instruction_sets()) {
      CAPTURE(name);
      check_equal(tally_of(task, name), expected);
      CHECK(CpuFillBackend(name).draw(task) == words);
    }
  }
  CHECK_THROWS_AS(CpuFillBackend("abacus"), std::invalid_argument);
}

TEST_CASE("words of 32 bits, as a GPU has them, give the same fills") {
  for (const FillTask& task : tasks_of_many_kinds()) {
    const std::vector<std::uint32_t> words = CpuFillBackend().draw(task);
    const auto cells = static_cast<std::size_t>(task.rows * task.columns);
    const FillPlan plan(task);
    std::vector<std::uint32_t> board(cells);
    place_stones(task, board.data());
    FillOrder order;
    for (std::uint32_t group = 0; group < task.fills / 32; ++group) {
      order.start(plan.ordered(), plan.single_count, plan.keys.order, group * 32 / kFillsPerUnit);
      draw_fills(plan, group, order, board.data());
      REQUIRE(std::equal(board.begin(), board.end(),
                         words.begin() + static_cast<std::ptrdiff_t>(group * cells)));
    }
  }
}

// The fills of a task as FillKeys says, worked out board by board.
std::vector<std::uint32_t> draw_one_by_one(const FillTask& task) {
  const FillPlan plan(task);
  const auto cells = static_cast<std::size_t>(task.rows * task.columns);
  std::vector<std::uint32_t> words;
  FillOrder order;
  for (std::uint32_t group = 0; group < task.fills / 32; ++group) {
    std::vector<Xorwow<std::uint32_t>> generators;
    for (int i = 0; i < generator_count(std::max(task.rows, task.columns)); ++i) {
      generators.emplace_back(plan.keys, group, i);
    }
    std::vector<std::uint32_t> board(cells);
    task.black.for_each([&](Cell cell) { board[cell] = ~0u; });
    for (auto [a, b] : task.bridges) {
      board[a] = generators[0]();
      board[b] = ~board[a];
    }
    const auto singles = static_cast<std::size_t>(plan.single_count);
    for (std::size_t i = 0; i < singles; ++i) {
      board[plan.empty[i]] = generators[i % generators.size()]();
    }
    std::vector<std::uint16_t> numbers(singles);
    std::iota(numbers.begin(), numbers.end(), std::uint16_t{0});
    for (int bit = 0; bit < 32; ++bit) {
      const auto is_black = [&](Cell cell) { return ((board[cell] >> bit) & 1) != 0; };
      int excess = -plan.blacks;
      for (std::size_t i = 0; i < singles; ++i) excess += is_black(plan.empty[i]);
      order.start(numbers.data(), plan.single_count, plan.keys.order, group / 16);
      // Quarters of a unit count from elsewhere where few cells are left.
      const std::size_t shift = singles <= 80 ? group % 16 / 4 * singles / 4 : 0;
      for (int place = 0, turned = 0; turned < std::abs(excess); ++place) {
        const std::size_t number = order.batch(place / 3 * 3)[place % 3];
        const Cell cell = plan.empty[(number + shift) % singles];
        if (is_black(cell) != (excess > 0)) continue;
        board[cell] ^= 1u << bit;
        ++turned;
      }
    }
    words.insert(words.end(), board.begin(), board.end());
  }
  return words;
}

TEST_CASE("fills are drawn from the generators that they should be") {
  for (const Board& board :
       {Board::rhombus(2, 3), Board::rhombus(8, 8), Board::rhombus(9, 10), Board::rhombus(11, 11),
        Board::rhombus(12, 3), Board::rhombus(12, 12), Board::rhombus(5, 17),
        Board::rhombus(26, 20), Board::rhombus(32, 32), Board::triangle(19)}) {
    FillTask task = some_stones(board, 7, 1024, 3);
    CAPTURE(task.rows);
    CAPTURE(task.columns);
    CHECK(CpuFillBackend().draw(task) == draw_one_by_one(task));
    task.bridges = {{0, 1}, {2, 4}};
    task.blacks -= 1;
    CHECK(CpuFillBackend().draw(task) == draw_one_by_one(task));
  }
}

// Fills of one unit share an order, so the tests of evenness look at one of each unit.
TEST_CASE("every set of black cells is equally likely, with every instruction set") {
  const auto check_by = [](const CpuFillBackend& backend, FillTask task, std::size_t subsets) {
    constexpr int kDraws = 20000;
    task.fills = kDraws * kFillsPerUnit;
    const std::vector<std::uint32_t> words = backend.draw(task);
    std::uint32_t unit = 0;
    check_even_subsets(subsets, kDraws, [&] {
      const CellSet black = fill_of(task, words, unit * kFillsPerUnit + unit * 7 % kFillsPerUnit);
      ++unit;
      std::uint64_t bits = 0;
      black.for_each([&](Cell cell) { bits |= std::uint64_t{1} << cell; });
      return bits;
    });
  };
  for (const std::string& name : CpuFillBackend::instruction_sets()) {
    CAPTURE(name);
    const auto check = std::bind_front(check_by, CpuFillBackend(name));
    check(empty_board(Board::rhombus(2, 3), 3, 0, 1), 20);
    check(empty_board(Board::rhombus(3, 3), 4, 0, 2), 126);
    check(empty_board(Board::rhombus(2, 4), 1, 0, 3), 8);
    check(empty_board(Board::rhombus(2, 5), 7, 0, 4), 120);
    // A bridge: either way round, with every set of the rest.
    FillTask bridged = empty_board(Board::rhombus(2, 4), 4, 0, 5);
    bridged.bridges = {{1, 4}};
    check(bridged, 2 * 20);
    bridged.bridges = {{1, 4}, {2, 3}};
    check(bridged, 2 * 2 * 6);
  }
}

// On the larger board a group's words come from several generators.
TEST_CASE("each cell and each pair of cells is black as often as it should be") {
  constexpr std::uint32_t kUnits = 1000;
  for (int side : {11, 13, 17}) {
    CAPTURE(side);
    const int blacks = side * side / 2;
    FillTask task = empty_board(Board::rhombus(side, side), blacks, kUnits * kFillsPerUnit, 0);
    std::vector<std::uint32_t> words;
    std::uint32_t unit = 0;
    const auto cells = static_cast<std::size_t>(side * side);
    check_even_members_and_pairs(cells, static_cast<std::size_t>(blacks), 20000, [&] {
      if (unit % kUnits == 0) {
        ++task.seed;
        words = CpuFillBackend().draw(task);
      }
      const CellSet black = fill_of(task, words, unit++ % kUnits * kFillsPerUnit + 77);
      std::vector<std::size_t> members;
      black.for_each([&](Cell cell) { members.push_back(cell); });
      return members;
    });
  }
}

TEST_CASE("equal tasks give equal tallies, other seeds others, from any thread") {
  FillTask task = empty_board(Board::rhombus(11, 11), 60, 4096, 1);
  const FillCounts first = tally_of(task);
  FillCounts second;
  std::thread([&] { second = tally_of(task); }).join();
  check_equal(first, second);
  task.seed = 2;
  CHECK(tally_of(task).black != first.black);
}

TEST_CASE("bad tasks are refused") {
  const FillTask good = empty_board(Board::rhombus(3, 4), 6, 512, 1);
  CHECK_NOTHROW(tally_of(good));
  const auto check_bad = [&](auto&& spoil) {
    FillTask task = good;
    spoil(task);
    CHECK_THROWS_AS(tally_of(task), std::invalid_argument);
    CHECK_THROWS_AS(CpuFillBackend().draw(task), std::invalid_argument);
  };
  check_bad([](FillTask& task) { task.rows = 33; });
  check_bad([](FillTask& task) { task.columns = 0; });
  check_bad([](FillTask& task) { task.reduction_side = 3; });
  check_bad([](FillTask& task) { task.black.insert(5); });
  check_bad([](FillTask& task) { task.empty.erase(5); });
  check_bad([](FillTask& task) { task.fills = 0; });
  check_bad([](FillTask& task) { task.fills = 500; });
  check_bad([](FillTask& task) { task.blacks = 13; });
  check_bad([](FillTask& task) { task.blacks = -1; });
  check_bad([](FillTask& task) { task.bridges = {{3, 3}}; });
  check_bad([](FillTask& task) { task.bridges = {{3, 4}, {4, 5}}; });
  check_bad([](FillTask& task) { task.bridges = {{3, 60000}}; });
  check_bad([](FillTask& task) {
    task.bridges = {{3, 4}, {1, 2}};
    task.blacks = 1;
  });
}

}  // namespace isthmus
