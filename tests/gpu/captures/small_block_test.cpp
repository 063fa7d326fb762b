// The first stands in for what nvcc knows.
// clang-format off
#include "tests/support/host_warps.hpp"
#include "gpu/captures/small_block.cuh"
// clang-format on

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/captures/cpu_capture_backend.hpp"
#include "tests/support/capture_tasks.hpp"

namespace isthmus {

namespace {

using test::random_capture_task;

// What a block of `warps` warps counts of a task.
template <int kSide>
OutcomeCounts counts_of_block(const CaptureTask& task, int warps) {
  using Shape = CaptureShape<kSide>;
  const CaptureStart start = make_capture_start(task);
  const CapturePart part{0, 0, task.playouts};
  const std::uint32_t parts_of_task = 1;
  const std::size_t words = capture_tally_words(kSide);
  std::vector<std::uint32_t> sums(words), tally(words);
  std::uint32_t parts_done = 0;
  const CaptureBatch batch{&start,      nullptr,     &part,       &parts_of_task,
                           sums.data(), &parts_done, tally.data()};
  const auto memory = std::make_unique<SmallCaptureBlock<Shape>>();
  test::HostBlock block(warps);
  block.run([&](int) { memory->play(batch); });
  CHECK(sums == std::vector<std::uint32_t>(words));  // for the next batch
  CHECK(parts_done == 0);

  OutcomeCounts counts;
  counts.playouts = task.playouts;
  counts.black_wins = tally[0];
  counts.draws = tally[1];
  const std::uint32_t* of_cells = &tally[2];
  for (auto* by_cell : {&counts.black, &counts.black_points, &counts.white, &counts.white_points}) {
    by_cell->assign(of_cells, of_cells + kSide * kSide);
    of_cells += kSide * kSide;
  }
  return counts;
}

// By few warps and many; fewer playouts than lanes, as many, and more.
template <int kSide>
void check_side() {
  CAPTURE(kSide);
  for (const auto& [warps, playouts] : {std::pair{1, 1U}, std::pair{1, 50U}, std::pair{4, 100U},
                                        std::pair{4, 300U}, std::pair{16, 512U}}) {
    CAPTURE(warps);
    CAPTURE(playouts);
    for (const int moves : {0, kSide * kSide / 3}) {
      const CaptureTask task = random_capture_task(kSide, moves, playouts, playouts);
      OutcomeCounts expected;
      CpuCaptureBackend().run(std::vector{task}, {&expected, 1});
      CHECK(counts_of_block<kSide>(task, warps) == expected);
    }
  }
}

}  // namespace

TEST_CASE("what GPUs run for few playouts with captures counts as CPUs do, on the host") {
  check_side<5>();
  check_side<7>();
  check_side<9>();
  check_side<10>();
  check_side<13>();
  check_side<15>();
}

}  // namespace isthmus
