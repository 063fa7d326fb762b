#include "gpu/captures/gpu_capture_backend.hpp"

#include <cstdint>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "engine/captures/cpu_capture_backend.hpp"
#include "gpu/device/cuda_error.hpp"
#include "tests/support/capture_tasks.hpp"

namespace isthmus {

namespace {

using test::random_capture_task;

std::vector<OutcomeCounts> counts_of(const CaptureBackend& backend,
                                     const std::vector<CaptureTask>& tasks) {
  // What is not written to must not look right.
  const std::vector<std::uint32_t> poison(kMaxCells, 0xdeadbeef);
  std::vector<OutcomeCounts> counts(
      tasks.size(), OutcomeCounts{1, 0xdeadbeef, 0xdeadbeef, poison, poison, poison, poison});
  backend.run(tasks, counts);
  return counts;
}

}  // namespace

TEST_CASE("a GPU counts playouts with captures as a CPU does, on every side") {
  std::vector<CaptureTask> tasks;
  for (int side = kMinCaptureSide; side <= kMaxCaptureSide; ++side) {
    const std::uint32_t playouts = side <= 9 ? 2000 : side <= 13 ? 500 : 100;
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const int moves = static_cast<int>(seed) * side * side / 5;
      tasks.push_back(
          random_capture_task(side, moves, playouts + 37 * static_cast<std::uint32_t>(seed), seed));
    }
  }
  const GpuCaptureBackend gpu;
  const std::vector<OutcomeCounts> counts = counts_of(gpu, tasks);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CAPTURE(tasks[i].side);
    CAPTURE(tasks[i].seed);
    CHECK(counts[i] == counts_of(CpuCaptureBackend(), {tasks[i]})[0]);
  }
  CHECK(counts_of(gpu, tasks) == counts);  // nothing is left over of the first time
}

TEST_CASE("a GPU counts playouts with captures in one part or in many") {
  std::vector<CaptureTask> tasks;
  for (const std::uint32_t playouts : {1u, 127u, 129u, 300'000u}) {
    tasks.push_back(random_capture_task(5, 6, playouts, playouts));
  }
  CHECK(counts_of(GpuCaptureBackend(), tasks) == counts_of(CpuCaptureBackend(), tasks));
}

TEST_CASE("a GPU counts playouts with captures alike in small batches and in large") {
  const GpuCaptureBackend gpu;
  const auto is_right = [&](const std::vector<CaptureTask>& tasks) {
    return counts_of(gpu, tasks) == counts_of(CpuCaptureBackend(), tasks);
  };
  for (const int side : {5, 9, 13}) {
    CAPTURE(side);
    CHECK(is_right({random_capture_task(side, side, 300, 1)}));  // some warps a block
    std::vector<CaptureTask> leaves;                             // as many as a block has
    for (std::uint64_t i = 0; i < 64; ++i) {
      leaves.push_back(random_capture_task(side, side * side / 4, 1024, i));
    }
    CHECK(is_right(leaves));
    // Too many for lanes that help each other.
    if (side <= 9) CHECK(is_right({random_capture_task(side, 0, 300'000, 2)}));
  }
}

TEST_CASE("a GPU takes more tasks with captures than go through at a time") {
  const std::vector<CaptureTask> tasks(1100, random_capture_task(5, 4, 20, 3));
  const std::vector<OutcomeCounts> counts = counts_of(GpuCaptureBackend(), tasks);
  const OutcomeCounts one = counts_of(CpuCaptureBackend(), {tasks[0]})[0];
  for (const OutcomeCounts& each : counts) REQUIRE(each == one);
}

TEST_CASE("several threads may have a GPU count playouts with captures") {
  const GpuCaptureBackend gpu;
  std::vector<std::thread> threads;
  std::vector<char> is_right(4);
  for (std::size_t i = 0; i < is_right.size(); ++i) {
    threads.emplace_back([&, i] {
      is_right[i] = true;
      const std::vector<CaptureTask> tasks = {random_capture_task(7, 9, 500, i),
                                              random_capture_task(6, 0, 300, i)};
      const std::vector<OutcomeCounts> right = counts_of(CpuCaptureBackend(), tasks);
      for (int round = 0; round < 20; ++round) is_right[i] &= counts_of(gpu, tasks) == right;
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const char each : is_right) CHECK(each);
}

TEST_CASE("a GPU refuses tasks with captures as a CPU does") {
  const GpuCaptureBackend gpu;
  CaptureTask task = random_capture_task(5, 3, 10, 0);
  task.playouts = 0;
  CHECK_THROWS_AS(counts_of(gpu, {task}), std::invalid_argument);
  for (const int side : {-1, 4, 20}) {
    task.side = side;
    CHECK_THROWS_AS(counts_of(gpu, {task}), std::invalid_argument);
  }
  CHECK_THROWS_AS(GpuCaptureBackend(1000), CudaError);
}

}  // namespace isthmus
