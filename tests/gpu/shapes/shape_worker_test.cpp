// The first stands in for what nvcc knows.
// clang-format off
#include "tests/support/host_warps.hpp"
#include "gpu/shapes/exact_shape_worker.cuh"
#include "gpu/shapes/shape_worker.cuh"
// clang-format on

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include <doctest/doctest.h>

#include "engine/shapes/cpu_shape_backend.hpp"
#include "tests/support/shape_tasks.hpp"

namespace isthmus {

namespace {

using test::shape_task;

template <int kSide>
DeviceShapeTask device_task(const ShapePlan& plan) {
  return device_shape_task(plan, [](Cell cell) {
    constexpr int kColumns = 2 * kSide - 1;
    return static_cast<std::uint16_t>(
        QuarterHexagon<kSide>::place(cell / kColumns, cell % kColumns));
  });
}

// What a team of warps counts, as shape_kernels.hpp lays it out.
template <int kSide, int kTeam>
std::vector<std::uint32_t> counts_of(const ShapePlan& plan) {
  using Worker = ShapeWorker<kSide, kTeam>;
  const DeviceShapeTask task = device_task<kSide>(plan);
  std::vector<typename Worker::Memory> memory(kTeam);
  typename ShapeTeam<kSide, kTeam>::Memory team;
  std::vector<std::uint32_t> scratch(kTeam * Worker::kScratchWords);
  std::vector<std::uint32_t> counts(kShapeCountWords<kSide>);
  test::HostBlock block(kTeam);
  block.run([&](int thread) {
    const int warp = thread / kWarpLanes;
    Worker worker(task, memory[static_cast<std::size_t>(warp)], team, warp, thread % kWarpLanes,
                  scratch.data() + static_cast<std::size_t>(warp) * Worker::kScratchWords,
                  counts.data());
    if (worker.is_decided()) counts[0] = 1;
    worker.run(0, task.units);
  });
  return counts;
}

// What a warp counts that plays to the exact end.
template <int kSide>
std::vector<std::uint32_t> exact_counts_of(const ShapePlan& plan) {
  using Worker = ExactShapeWorker<kSide>;
  const DeviceShapeTask task = device_task<kSide>(plan);
  const auto memory = std::make_unique<typename Worker::Memory>();
  std::vector<std::uint32_t> scratch(Worker::kScratchWords);
  std::vector<std::uint32_t> counts(kShapeCountWords<kSide>);
  test::HostBlock block(1);
  block.run([&](int lane) {
    Worker worker(task, *memory, lane, scratch.data(), counts.data());
    if (worker.run(0, task.units, true)) counts[0] = 1;
  });
  return counts;
}

template <int kSide>
void check_counts(const ShapeTask& task, const std::vector<std::uint32_t>& counts) {
  const ShapePlan plan(task);
  OutcomeCounts expected;
  CpuShapeBackend().run({&task, 1}, {&expected, 1});
  CHECK(counts[0] == 0);
  CHECK(counts[1] == expected.black_wins);
  CHECK(counts[2] == expected.draws);
  const int columns = 2 * kSide - 1;
  bool is_same = true;
  for (int i = 0; i < plan.empty_count; ++i) {
    const auto cell = std::size_t{plan.empty[static_cast<std::size_t>(i)]};
    const int row = static_cast<int>(cell) / columns, column = static_cast<int>(cell) % columns;
    const std::uint32_t* mover =
        counts.data() + 3 + 4 * static_cast<std::size_t>(QuarterHexagon<kSide>::place(row, column));
    const std::uint32_t* black = mover + (plan.black_moves ? 0 : 2);
    const std::uint32_t* white = mover + (plan.black_moves ? 2 : 0);
    is_same = is_same && black[0] == expected.black[cell] &&
              black[1] == expected.black_points[cell] && white[0] == expected.white[cell] &&
              white[1] == expected.white_points[cell];
  }
  CHECK(is_same);
}

template <int kSide, int kTeam>
void check_counts(const ShapeTask& task) {
  CAPTURE(kSide);
  CAPTURE(kTeam);
  check_counts<kSide>(task, counts_of<kSide, kTeam>(ShapePlan(task)));
}

template <int kSide>
void check_exact_counts(const ShapeTask& task) {
  CAPTURE(kSide);
  check_counts<kSide>(task, exact_counts_of<kSide>(ShapePlan(task)));
}

// More units than boards on small sides, positions without a shape, and both rules of the end.
template <int kSide>
void check_side() {
  const std::uint32_t playouts = kSide < 9 ? 300 : 40;
  check_counts<kSide, 1>(shape_task(kSide, kSide % 4, playouts, 1));
  ShapeTask exact = shape_task(kSide, kSide * kSide, playouts, 2);
  exact.exact_end = true;
  check_exact_counts<kSide>(exact);
}

// One unit with enough playouts that the lists of those not over by the first looks are full at
// times.
template <int kSide>
void check_full_lists() {
  ShapeTask task = shape_task(kSide, 0, 1024, 3);
  task.exact_end = true;
  ShapePlan plan(task);
  plan.unit = 1024;
  plan.units = 1;
  const std::vector<std::uint32_t> counts = exact_counts_of<kSide>(plan);
  const Havannah game(kSide, SwapRule::none);
  std::uint32_t wins = 0, draws = 0;
  std::vector<std::uint32_t> mover(static_cast<std::size_t>(game.board().cell_range()));
  for (std::uint32_t number = 0; number < plan.unit; ++number) {
    const test::ShapePlayout playout(plan, 0, number);
    const test::ShapeDecision decision = test::decide(game.board(), plan, playout);
    wins += decision.result == test::ShapeDecision::black;
    draws += decision.result == test::ShapeDecision::draw;
    playout.stones(true, decision.pairs, {}).for_each([&](Cell cell) { ++mover[cell]; });
  }
  CHECK(counts[1] == wins);
  CHECK(counts[2] == draws);
  constexpr int kColumns = 2 * kSide - 1;
  for (int i = 0; i < plan.empty_count; ++i) {
    const int cell = plan.empty[static_cast<std::size_t>(i)];
    const int place = QuarterHexagon<kSide>::place(cell / kColumns, cell % kColumns);
    CHECK(counts[3 + 4 * static_cast<std::size_t>(place)] == mover[static_cast<std::size_t>(cell)]);
  }
}

// Puts down stones in turns until a side has a shape, or would have.
ShapeTask last_position(int side, bool with_shape, std::uint64_t seed) {
  const Havannah game(side, SwapRule::none);
  ShapeTask task;
  task.side = side;
  task.playouts = 1;
  std::vector<Cell> cells;
  game.board().cells().for_each([&](Cell cell) { cells.push_back(cell); });
  SplitMix64 random(seed);
  for (bool black = true; cells.size() > 1; black = !black) {
    const std::size_t i = random() % cells.size();
    CellSet& own = black ? task.black : task.white;
    CellSet with = own;
    with.insert(cells[i]);
    const bool has_shape = test::has_shape(game.board(), with);
    if (has_shape && !with_shape) break;
    own = with;
    cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(i));
    if (has_shape) break;
  }
  return task;
}

template <int kSide, int kTeam>
void check_decided() {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    const ShapePlan plan(last_position(kSide, seed % 2 == 0, seed));
    CHECK((counts_of<kSide, kTeam>(plan)[0] != 0) == plan.is_decided());
    if constexpr (kTeam == 1) CHECK((exact_counts_of<kSide>(plan)[0] != 0) == plan.is_decided());
  }
}

}  // namespace

TEST_CASE("what GPUs run to play until a shape counts as CPUs do, on the host") {
  check_side<3>();
  check_side<4>();
  check_side<5>();
  check_side<6>();
  check_side<7>();
  check_side<8>();
  check_side<9>();
  check_side<10>();
  check_side<11>();
  check_side<12>();
  check_side<13>();
  check_side<14>();
  check_side<15>();
  check_side<16>();
  check_counts<5, 8>(shape_task(5, 4, 500, 5));
  check_counts<8, 10>(shape_task(8, 20, 100, 6));
  check_counts<11, 8>(shape_task(11, 0, 50, 8));  // with less in shared memory than a warp alone
  check_counts<12, 8>(shape_task(12, 0, 50, 7));
}

TEST_CASE("what GPUs run to play to the exact end counts right with full lists, on the host") {
  check_full_lists<4>();
  check_full_lists<5>();
}

TEST_CASE("what GPUs run to play until a shape sees shapes in the position, on the host") {
  check_decided<4, 1>();
  check_decided<8, 10>();
  check_decided<11, 1>();
  check_decided<12, 8>();
}

}  // namespace isthmus
