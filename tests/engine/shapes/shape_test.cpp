#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "engine/board/position.hpp"
#include "engine/playout/random_playout.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/shapes/cpu_shape_backend.hpp"
#include "engine/shapes/sliced_shapes.hpp"
#include "games/havannah/havannah.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/shape_reference.hpp"
#include "tests/support/shape_tasks.hpp"
#include "tests/support/uniformity.hpp"

namespace isthmus {

namespace {

using test::shape_task;

OutcomeCounts counts_of(const ShapeTask& task) {
  OutcomeCounts counts;
  CpuShapeBackend().run({&task, 1}, {&counts, 1});
  return counts;
}

}  // namespace

TEST_CASE("shapes on many boards at once are those that a plain search finds") {
  std::mt19937 random(1);
  for (const int side : {3, 4, 5, 6, 8, 11, 16}) {
    const Havannah game(side, SwapRule::none);
    const int columns = 2 * side - 1;
    SlicedShapes<std::uint32_t> shapes(side);
    int with_shape = 0, boards = 0, crossings = 0;
    for (int round = 0; round < (side < 10 ? 60 : 12); ++round) {
      std::vector<CellSet> stones(32);
      const double share = 0.25 + 0.3 * round / 60;
      game.board().cells().for_each([&](Cell cell) {
        std::uint32_t word = 0;
        for (unsigned i = 0; i < 32; ++i) {
          if (!std::bernoulli_distribution(share)(random)) continue;
          word |= 1u << i;
          stones[i].insert(cell);
        }
        shapes.own(cell / columns, cell % columns) = word;
      });
      const std::uint32_t found = shapes.find(~0u);
      for (unsigned i = 0; i < 32; ++i) {
        const bool has = test::has_shape(game.board(), stones[i]);
        REQUIRE(((found >> i) & 1) == has);
        with_shape += has;
        ++boards;
      }
      REQUIRE((shapes.find(0x00ff00ffu) & 0x00ff00ffu) == (found & 0x00ff00ffu));
      const std::uint32_t rings = shapes.find_rings(~0u), others = shapes.find_others(~0u);
      REQUIRE((rings | others) == found);
      REQUIRE((others & ~shapes.find_crossings(~0u)) == 0);
      crossings += std::popcount(shapes.find_crossings(~0u));
    }
    CHECK(with_shape > boards / 10);
    CHECK(with_shape < boards * 9 / 10);
    CHECK(crossings < boards * 9 / 10);
  }
}

TEST_CASE("playouts are counted as by looking at one board after the other") {
  for (ShapeTask task : test::shape_tasks_of_many_kinds()) {
    CAPTURE(task.side);
    CAPTURE(task.playouts);
    const Havannah game(task.side, SwapRule::none);
    for (const bool exact_end : {false, true}) {
      CAPTURE(exact_end);
      task.exact_end = exact_end;
      CHECK(counts_of(task) == test::count_one_by_one(game.board(), task));
    }
  }
}

TEST_CASE("who wins a playout, and when, is what the rules say") {
  for (ShapeTask task : test::shape_tasks_of_many_kinds()) {
    const Havannah game(task.side, SwapRule::none);
    task.exact_end = true;
    const ShapePlan plan(task);
    for (std::uint32_t number = 0; number < std::min(40u, plan.playouts_of(0)); ++number) {
      const test::ShapePlayout playout(plan, 0, number);
      Position position = game.setup(task.black, task.white, task.to_move);
      int moves = 0;
      for (const Cell cell : playout.moves) {
        if (position.result != Result::ongoing) break;
        game.play(position, Move(cell));
        ++moves;
      }
      const test::ShapeDecision decision = test::decide(game.board(), plan, playout);
      const auto result = position.result == Result::black   ? test::ShapeDecision::black
                          : position.result == Result::white ? test::ShapeDecision::white
                                                             : test::ShapeDecision::draw;
      REQUIRE(decision.result == result);
      if (result != test::ShapeDecision::draw) REQUIRE(decision.pairs == (moves + 1) / 2);
    }
  }
}

TEST_CASE("looking for the exact end changes no winner") {
  std::vector<ShapeTask> tasks = test::shape_tasks_of_many_kinds();
  // Units of 128 playouts.
  tasks.push_back(shape_task(7, 0, test::fewer_if_sanitized(1 << 18, 2), 6));
  tasks.push_back(shape_task(8, 21, test::fewer_if_sanitized(1 << 18, 2), 7));
  for (ShapeTask task : tasks) {
    task.exact_end = false;
    const OutcomeCounts counts = counts_of(task);
    task.exact_end = true;
    const OutcomeCounts exact = counts_of(task);
    CHECK(counts.black_wins == exact.black_wins);
    CHECK(counts.draws == exact.draws);
    for (std::size_t cell = 0; cell < counts.black.size(); ++cell) {
      CHECK(exact.black[cell] <= counts.black[cell]);
      CHECK(exact.white[cell] <= counts.white[cell]);
    }
  }
}

// Playouts move by move, without orders or coins that any share.
TEST_CASE("playouts come out as those of the rules do") {
  for (ShapeTask task : {shape_task(3, 0, 40000, 5), shape_task(4, 7, 40000, 5),
                         shape_task(5, 0, 40000, 5), shape_task(6, 11, 40000, 5)}) {
    CAPTURE(task.side);
    task.exact_end = true;
    const OutcomeCounts counts = counts_of(task);
    const Havannah game(task.side, SwapRule::none);
    const Position position = game.setup(task.black, task.white, task.to_move);
    SplitMix64 random(17);
    constexpr int kPlayouts = test::fewer_if_sanitized(10000, 4);
    int wins = 0, draws = 0;
    for (int i = 0; i < kPlayouts; ++i) {
      Position played = position;
      play_out(game, kMaxCells, random, played);
      wins += played.result == Result::black;
      draws += played.result == Result::draw;
    }
    const auto check_close = [&](std::uint32_t got, int expected) {
      const double share = double(got) / task.playouts, other = double(expected) / kPlayouts;
      // Five standard deviations of the plain ones, and as much again as orders are shared.
      CHECK(std::abs(share - other) < 7 * std::sqrt(other * (1 - other) / kPlayouts) + 2e-4);
    };
    check_close(counts.black_wins, wins);
    check_close(counts.draws, draws);
  }
}

TEST_CASE("orders and coins are even") {
  const ShapePlan plan(shape_task(3, 12, 32, 1));  // seven empty cells
  REQUIRE(plan.empty_count == 7);
  constexpr std::uint32_t kUnits = 20000;
  std::vector<std::uint64_t> orders(49), coins(8);
  for (std::uint32_t unit = 0; unit < kUnits; ++unit) {
    std::vector<int> order(7);
    const ShapeKeys keys(9, unit);
    for (int i = 0; i < 7; ++i) order[static_cast<std::size_t>(i)] = i;
    const auto at = [&](int place) -> int& { return order[static_cast<std::size_t>(place)]; };
    shuffle_cells(keys, 7, at, [&](int place, int cell) { at(place) = cell; });
    ++orders[static_cast<std::size_t>(order[0] * 7 + order[6])];
    for (std::uint32_t number = 0; number < 4; ++number) {
      const std::uint32_t word = shape_random(number * kCoinWords, keys.low, keys.high);
      const std::uint32_t next = shape_random(number * kCoinWords + 1, keys.low, keys.high);
      ++coins[(word & 1) | (next & 1) << 1 | ((word >> 31) & 1) << 2];
    }
  }
  std::vector<std::uint64_t> two;  // different cells come first and last
  for (std::size_t i = 0; i < orders.size(); ++i) {
    if (i % 8 == 0) {
      CHECK(orders[i] == 0);
    } else {
      two.push_back(orders[i]);
    }
  }
  CHECK(evenness(two) > kMinEvenness);
  CHECK(evenness(coins) > kMinEvenness);
}

TEST_CASE("all instruction sets count the same") {
  std::vector<ShapeTask> tasks = test::shape_tasks_of_many_kinds();
  std::vector<OutcomeCounts> expected(tasks.size()), counts(tasks.size());
  CpuShapeBackend().run(tasks, expected);
  for (const std::string& name : CpuShapeBackend::instruction_sets()) {
    CAPTURE(name);
    CpuShapeBackend(name).run(tasks, counts);
    CHECK(counts == expected);
  }
  CHECK_THROWS_AS(CpuShapeBackend("none"), std::invalid_argument);
}

TEST_CASE("a task must be as it should") {
  const ShapeTask good = shape_task(4, 6, 64, 1);
  CHECK_NOTHROW(counts_of(good));
  const auto check_refused = [&](auto change) {
    ShapeTask task = good;
    change(task);
    CHECK_THROWS_AS(counts_of(task), std::invalid_argument);
  };
  check_refused([](ShapeTask& task) { task.side = 2; });
  check_refused([](ShapeTask& task) { task.side = 17; });
  check_refused([](ShapeTask& task) { task.playouts = 0; });
  check_refused([](ShapeTask& task) { task.playouts = (1u << 30) + 1; });
  check_refused([](ShapeTask& task) { task.black.insert(task.white.first()); });
  check_refused([](ShapeTask& task) { task.black.insert(0); });      // beside the hexagon
  check_refused([](ShapeTask& task) { task.white.insert(7 * 7); });  // below it
  check_refused([](ShapeTask& task) {                                // a bridge along the top
    task.white = {};
    task.black = CellSet::range(3, 4);
  });
  check_refused([](ShapeTask& task) {  // full
    task = shape_task(4, 0, 64, 1);
    task.black = CellSet::range(0, 49);
  });
}

}  // namespace isthmus
