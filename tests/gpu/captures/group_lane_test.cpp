#include "gpu/captures/group_lane.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <doctest/doctest.h>

#include "engine/captures/capture_shape.hpp"
#include "engine/captures/cpu_capture_backend.hpp"
#include "gpu/captures/group_image.hpp"
#include "tests/support/capture_tasks.hpp"

namespace isthmus {

namespace {

using test::random_capture_task;

// What a warp of one lane counts.
template <class Shape>
OutcomeCounts counts_of_lane(const CaptureTask& task) {
  using Lane = GroupLane<Shape, 1>;
  using Groups = typename Lane::Board;
  std::vector<std::uint16_t> image(group_image_words(Shape::kSide)), cells(Groups::kCellWords);
  std::vector<std::uint32_t> sets(Groups::kSets);
  make_group_image(task, image.data());
  OutcomeCounts counts;
  counts.playouts = task.playouts;
  for (auto* by_cell : {&counts.black, &counts.black_points, &counts.white, &counts.white_points}) {
    by_cell->assign(Groups::kCells, 0);
  }
  const Groups board(cells.data(), sets.data());
  Lane lane(board);
  for (std::uint32_t playout = 0; playout < task.playouts; ++playout) {
    std::copy_n(image.begin(), cells.size(), cells.begin());
    for (std::size_t i = 0; i < sets.size(); ++i) {
      const std::uint16_t* halves = image.data() + cells.size() + 2 * i;
      sets[i] = halves[0] | std::uint32_t{halves[1]} << 16;
    }
    lane.begin(CaptureRandom::key_of(task.seed), playout, task.to_move == Colour::white,
               static_cast<int>(image.back()));
    while (lane.phase != Lane::Phase::ended) lane.play(true);
    counts.black_wins += lane.black_points == 2;
    counts.draws += lane.black_points == 1;
    for (std::size_t cell = 0; cell < Groups::kCells; ++cell) {
      const auto colour = board.colour(static_cast<int>(cell));
      counts.black[cell] += colour == Groups::black;
      counts.white[cell] += colour == Groups::white;
      if (colour == Groups::black) counts.black_points[cell] += lane.black_points;
      if (colour == Groups::white) counts.white_points[cell] += lane.black_points;
    }
  }
  return counts;
}

}  // namespace

TEST_CASE("a board that knows its groups plays as words of cells do, from any position") {
  for (int side = kMinCaptureSide; side <= kMaxCaptureSide; ++side) {
    with_capture_shape(side, [&](auto shape) {
      using Shape = decltype(shape);
      if constexpr (plays_by_groups(Shape::kSide)) {
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
          const int moves = static_cast<int>(seed) * side * side / 7;
          const CaptureTask task = random_capture_task(side, moves, 40, seed);
          CAPTURE(side);
          CAPTURE(moves);
          std::vector<OutcomeCounts> counts(1);
          CpuCaptureBackend().run(std::vector{task}, counts);
          CHECK(counts_of_lane<Shape>(task) == counts[0]);
        }
      }
    });
  }
}

TEST_CASE("a board from which a group was taken is as if it had never been there") {
  // Black takes a block of three by three, whose middle has neighbours of its own alone.
  using Groups = GroupBoard<CaptureShape<16>, 1>;
  std::vector<std::uint16_t> cells(Groups::kCellWords), fresh_cells(Groups::kCellWords);
  std::vector<std::uint32_t> sets(Groups::kSets), fresh_sets(Groups::kSets);
  Groups board(cells.data(), sets.data()), fresh(fresh_cells.data(), fresh_sets.data());
  board.clear();
  fresh.clear();
  const auto at = [](int row, int column) { return row * Groups::kSide + column; };
  const auto place = [&](Groups& on, int cell, Groups::Colour colour) {
    on.place(cell, colour, on.look(cell, colour));
  };
  for (int row = 4; row < 7; ++row) {
    for (int column = 4; column < 7; ++column) place(board, at(row, column), Groups::white);
  }
  const int last = at(7, 5);
  for (int i = 4; i < 7; ++i) {
    for (const int cell : {at(3, i), at(7, i), at(i, 3), at(i, 7)}) {
      if (cell != last) place(board, cell, Groups::black);
      place(fresh, cell, Groups::black);
    }
  }
  const auto around = board.look(last, Groups::black);
  CHECK(around.is_legal);
  REQUIRE(around.captured != 0);
  board.place(last, Groups::black, around);
  int taken = 0;
  for (int next = board.doom_captured(Groups::white, around); next != Groups::kCells; ++taken) {
    next = board.take(next, Groups::white);
  }
  CHECK(taken == 9);
  CHECK(sets == fresh_sets);
  for (int cell = 0; cell < Groups::kCells; ++cell) {
    REQUIRE(board.colour(cell) == fresh.colour(cell));
    // Liberties are right again: what would be suicide or take stones is the same on both.
    if (board.colour(cell) != Groups::empty) continue;
    for (const auto mover : {Groups::black, Groups::white}) {
      const auto mine = board.look(cell, mover), plain = fresh.look(cell, mover);
      REQUIRE(mine.is_legal == plain.is_legal);
      REQUIRE(mine.captured == plain.captured);
    }
  }
}

TEST_CASE("a playout by groups does not begin on the cell of a ko") {
  CaptureTask task = random_capture_task(16, 20, 300, 1);
  const auto counts_beside = [&] {
    std::vector<OutcomeCounts> counts(1);
    CpuCaptureBackend().run(std::vector{task}, counts);
    CHECK(counts_of_lane<CaptureShape<16>>(task) == counts[0]);
    return counts[0];
  };
  const OutcomeCounts open = counts_beside();
  task.ko = (CellSet::range(0, 16 * 16) - task.black - task.white).first();
  CHECK(counts_beside() != open);
}

}  // namespace isthmus
