#include "engine/captures/cpu_capture_backend.hpp"

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "engine/captures/capture_random.hpp"
#include "tests/support/capture_reference.hpp"
#include "tests/support/chi_square.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/fewer_if_sanitized.hpp"

namespace isthmus {

namespace {

using test::CaptureReference;
using test::reference_counts;

OutcomeCounts counts_of(const CaptureTask& task, std::string_view instruction_set = {}) {
  // What is not written to must not look right.
  OutcomeCounts counts{7, 7, 7, {7}, {7}, {7}, {7}};
  CpuCaptureBackend(instruction_set).run({&task, 1}, {&counts, 1});
  return counts;
}

CaptureTask empty_task(int side, std::uint32_t playouts, std::uint64_t seed) {
  CaptureTask task;
  task.side = side;
  task.playouts = playouts;
  task.seed = seed;
  return task;
}

// The position after `moves` moves of a random playout, or before its end.
CaptureReference random_position(int side, int moves, std::uint64_t seed) {
  CaptureReference board(empty_task(side, 1, 0));
  CaptureRandom random(seed, 0);
  for (int i = 0; i < moves; ++i) {
    CaptureReference next = board;
    if (!next.play_random(random) || next.has_won(board.mover())) break;
    board = next;
  }
  return board;
}

// A position as it looks, row by row.
CaptureTask drawn_task(std::string_view picture, Colour to_move, std::uint32_t playouts) {
  CaptureTask task;
  Cell cell = 0;
  for (const char symbol : picture) {
    if (symbol == ' ') continue;
    if (symbol == 'B') task.black.insert(cell);
    if (symbol == 'W') task.white.insert(cell);
    ++cell;
  }
  while (task.side * task.side < cell) ++task.side;
  task.to_move = to_move;
  task.playouts = playouts;
  return task;
}

// The counts of playouts that all end alike.
OutcomeCounts alike(const CaptureTask& end, std::uint32_t points) {
  const auto cells = static_cast<std::size_t>(end.side * end.side);
  const std::uint32_t n = end.playouts;
  const std::vector<std::uint32_t> zeros(cells);
  OutcomeCounts counts{n, points == 2 ? n : 0, points == 1 ? n : 0, zeros, zeros, zeros, zeros};
  end.black.for_each([&](Cell cell) {
    counts.black[cell] = n;
    counts.black_points[cell] = points * n;
  });
  end.white.for_each([&](Cell cell) {
    counts.white[cell] = n;
    counts.white_points[cell] = points * n;
  });
  return counts;
}

constexpr std::string_view kNoMove =
    "W W W B B "
    "W . W B . "
    "W W . W B "
    "B B W W W "
    ". B B W .";

}  // namespace

TEST_CASE("playouts with captures are those of a plain board, on every side") {
  for (int side = kMinCaptureSide; side <= kMaxCaptureSide; ++side) {
    CAPTURE(side);
    const CaptureTask task = empty_task(side, side <= 9 ? 40 : side <= 13 ? 12 : 3, 1);
    CHECK(counts_of(task) == reference_counts(task));
  }
}

TEST_CASE("playouts with captures are those of a plain board, from the midst of games") {
  int kos = 0;
  for (const int side : {5, 6, 9, 10, 13}) {
    for (const int percent : {30, 60, 90, 150}) {
      for (int i = 0; i < test::fewer_if_sanitized(6, 3); ++i) {
        const auto seed = static_cast<std::uint64_t>(i);
        CAPTURE(side);
        CAPTURE(percent);
        CAPTURE(seed);
        const CaptureReference board = random_position(side, side * side * percent / 100, seed);
        const CaptureTask task = board.task(side <= 9 ? 20 : 5, seed);
        kos += task.ko.has_value();
        REQUIRE(counts_of(task) == reference_counts(task));
      }
    }
  }
  CHECK(kos > 0);
}

TEST_CASE("a ko that closes a cell for the first move does so") {
  int kos = 0;
  for (std::uint64_t seed = 0; kos < 4; ++seed) {
    CaptureTask task = random_position(7, 30, seed).task(50, seed);
    if (!task.ko) continue;
    ++kos;
    const OutcomeCounts closed = counts_of(task);
    CHECK(closed == reference_counts(task));
    task.ko.reset();
    CHECK(counts_of(task) != closed);
  }
}

TEST_CASE("a playout of two moves for each cell is a draw") {
  for (const auto& [side, seed] : std::map<int, std::uint64_t>{{5, 30}, {9, 32}}) {
    const CaptureTask task = empty_task(side, 64, seed);
    const OutcomeCounts counts = counts_of(task);
    CHECK(counts.draws == 1);
    CHECK(counts == reference_counts(task));
  }
}

TEST_CASE("who has no legal move has lost") {
  const CaptureTask task = drawn_task(kNoMove, Colour::black, 300);
  const CaptureReference board(task);
  for (int cell = 0; cell < 25; ++cell) CHECK_FALSE(board.is_legal(cell));
  CHECK(counts_of(task) == alike(task, 0));
}

TEST_CASE("where one move alone is legal it is played, and wins by what it captures") {
  const CaptureTask task = drawn_task(
      "B B B W . "
      "B B W B B "
      ". B W W B "
      "W W W W B "
      ". B W W B",
      Colour::black, 300);
  CaptureTask end = task;
  end.black.insert(4);
  end.white.erase(3);
  CHECK(counts_of(task) == alike(end, 2));
}

TEST_CASE("moves are drawn evenly from those that are legal and fill no eye") {
  const CaptureReference board = random_position(7, 55, 3);
  std::map<int, std::uint64_t> moves;
  for (int cell = 0; cell < 49; ++cell) {
    if (board.is_legal(cell) && !board.is_eye(cell)) moves[cell] = 0;
  }
  REQUIRE(moves.size() >= 4);
  for (std::uint32_t playout = 0; playout < 20'000; ++playout) {
    CaptureReference next = board;
    CaptureRandom random(CaptureRandom::key_of(11), playout);
    const auto move = next.play_random(random);
    REQUIRE(moves.contains(move.value()));
    ++moves[*move];
  }
  std::vector<std::uint64_t> counts;
  for (const auto& [cell, count] : moves) counts.push_back(count);
  CHECK(evenness(counts) > kMinEvenness);
}

TEST_CASE("playouts draw the numbers of MWC64X") {
  CaptureRandom random(CaptureRandom::key_of(5), 3);
  const std::uint64_t word = SplitMix64::mix(CaptureRandom::key_of(5) + 3 * 0x9e3779b97f4a7c15u);
  std::uint64_t low = (word & 0xffffffff) | 1, high = word >> 33;
  for (int i = 0; i < 100; ++i) {
    CHECK(random.below(1u << 31) == (low ^ high) >> 1);
    const std::uint64_t product = low * 4294883355u + high;
    low = product & 0xffffffff;
    high = product >> 32;
  }
}

TEST_CASE("all instruction sets count alike, and tasks stand alone") {
  std::vector<CaptureTask> tasks;
  for (const int side : {5, 8, 9, 13, 19}) {
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      tasks.push_back(empty_task(side, side == 19 ? 20 : 100, seed));
      tasks.push_back(random_position(side, 2 * side, seed).task(33, seed));
    }
  }
  std::vector<OutcomeCounts> first;
  for (const std::string& name : CpuCaptureBackend::instruction_sets()) {
    CAPTURE(name);
    std::vector<OutcomeCounts> counts(tasks.size());
    CpuCaptureBackend(name).run(tasks, counts);
    if (first.empty()) {
      first = counts;
      for (std::size_t i = 0; i < tasks.size(); ++i) CHECK(counts_of(tasks[i]) == counts[i]);
    }
    CHECK(counts == first);
  }
  CHECK(first[0] != first[2]);  // another seed
  CHECK_THROWS_AS(CpuCaptureBackend("none"), std::invalid_argument);
}

TEST_CASE("tasks that are not as they should be are refused") {
  const auto refusal = [](const CaptureTask& task) {
    return test::error_of<std::invalid_argument>([&] { counts_of(task); });
  };
  const CaptureTask good = drawn_task(kNoMove, Colour::white, 10);
  CHECK(refusal(good) == "no error");
  for (const int side : {-1, 0, 4, 20}) {
    CHECK(refusal(empty_task(side, 10, 0)) == "a playout with captures on a board of another side");
  }
  CaptureTask task = good;
  task.playouts = 0;
  CHECK(refusal(task) == "no playouts");
  task = good;
  task.black.insert(25);
  CHECK(refusal(task) == "a stone beyond the board");
  task = good;
  task.black.insert(0);
  CHECK(refusal(task) == "two stones on a cell");
  task = good;
  task.ko = Cell{0};
  CHECK(refusal(task) == "a ko that is no empty cell");
  task.ko = Cell{25};
  CHECK(refusal(task) == "a ko that is no empty cell");
  task = good;
  task.white.insert(9);
  CHECK(refusal(task) == "a playout from a group without liberties");
  CHECK(refusal(drawn_task("B B B B B . . . . . . . . . . . . . . . . . . . .", Colour::white,
                           1)) == "a playout of a game that is won");
  CHECK(refusal(drawn_task(". . W . . . . W . . . . W . . . . W . . . . W . .", Colour::black,
                           1)) == "a playout of a game that is won");
}

}  // namespace isthmus
