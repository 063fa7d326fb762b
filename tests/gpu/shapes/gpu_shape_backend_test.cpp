#include "gpu/shapes/gpu_shape_backend.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <stdexcept>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "engine/shapes/cpu_shape_backend.hpp"
#include "gpu/shapes/shape_kernels.hpp"
#include "tests/support/shape_tasks.hpp"

namespace isthmus {

namespace {

using test::shape_task;

std::vector<OutcomeCounts> on_cpu(const std::vector<ShapeTask>& tasks) {
  std::vector<OutcomeCounts> counts(tasks.size());
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back([&] {
      for (std::size_t task; (task = next++) < tasks.size();) {
        CpuShapeBackend().run({&tasks[task], 1}, {&counts[task], 1});
      }
    });
  }
  threads.clear();
  return counts;
}

}  // namespace

TEST_CASE("GPUs count playouts that end with a shape as CPUs do") {
  const GpuShapeBackend gpu;
  std::vector<ShapeTask> tasks = test::shape_tasks_of_many_kinds();
  // Where warps play alone, several units each, and boards run out of them.
  tasks.push_back(shape_task(8, 0, 300000, 1));
  tasks.push_back(shape_task(8, 30, 100001, 2));
  tasks.back().exact_end = true;
  tasks.push_back(shape_task(5, 11, 200000, 3));
  const std::vector<OutcomeCounts> expected = on_cpu(tasks);
  std::vector<OutcomeCounts> counts(tasks.size());
  gpu.run(tasks, counts);
  CHECK(counts == expected);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CAPTURE(i);
    OutcomeCounts one;
    gpu.run({&tasks[i], 1}, {&one, 1});
    CHECK(one == expected[i]);
  }
}

TEST_CASE("GPUs count playouts of all sides that end with a shape as CPUs do") {
  const GpuShapeBackend gpu;
  for (int side = ShapeTask::kMinSide; side <= ShapeTask::kMaxSide; ++side) {
    CAPTURE(side);
    std::vector<ShapeTask> tasks;
    for (const int stones : {0, side, side * side / 2, side * side}) {
      tasks.push_back(shape_task(side, stones, 700, static_cast<std::uint64_t>(side)));
      tasks.push_back(shape_task(side, stones, 301, static_cast<std::uint64_t>(side + 1)));
      tasks.back().exact_end = true;
    }
    std::vector<OutcomeCounts> counts(tasks.size());
    gpu.run(tasks, counts);  // by teams of warps
    CHECK(counts == on_cpu(tasks));
    // By warps alone: enough for half of all there are on a device.
    tasks.assign(96, shape_task(side, side, 4096, static_cast<std::uint64_t>(side)));
    for (std::size_t i = 0; i < tasks.size(); ++i) tasks[i].seed += i;
    for (std::size_t i = 48; i < tasks.size(); ++i) tasks[i].exact_end = true;
    counts.resize(tasks.size());
    gpu.run(tasks, counts);
    CHECK(counts == on_cpu(tasks));
  }
}

TEST_CASE("threads share the device for playouts that end with a shape") {
  const GpuShapeBackend gpu;
  std::vector<ShapeTask> tasks;
  for (int i = 0; i < 64; ++i) {
    tasks.push_back(shape_task(8, i % 50, 1024, static_cast<std::uint64_t>(i)));
  }
  const std::vector<OutcomeCounts> expected = on_cpu(tasks);
  std::vector<std::vector<OutcomeCounts>> counts(4, std::vector<OutcomeCounts>(tasks.size()));
  {
    std::vector<std::jthread> threads;
    for (auto& own : counts) {
      threads.emplace_back([&] {
        for (int i = 0; i < 20; ++i) gpu.run(tasks, own);
      });
    }
  }
  for (const auto& own : counts) CHECK(own == expected);
}

TEST_CASE("GPUs refuse tasks of shapes that are not as they should be") {
  const GpuShapeBackend gpu;
  OutcomeCounts counts;
  const auto check_refused = [&](const ShapeTask& task) {
    CHECK_THROWS_AS(gpu.run({&task, 1}, {&counts, 1}), std::invalid_argument);
  };
  ShapeTask decided = shape_task(4, 0, 64, 1);
  decided.black = CellSet::range(3, 4);  // a bridge along the top
  check_refused(decided);
  ShapeTask none = shape_task(4, 0, 64, 1);
  none.playouts = 0;
  check_refused(none);
  // And go on with others.
  const std::vector<ShapeTask> good{shape_task(4, 0, 64, 1)};
  gpu.run(good, {&counts, 1});
  CHECK(counts == on_cpu(good)[0]);
}

}  // namespace isthmus
