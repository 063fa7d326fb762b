#include "gpu/fills/gpu_fill_backend.hpp"

#include <algorithm>
#include <stdexcept>
#include <thread>
#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <doctest/doctest.h>

#include "engine/board/board.hpp"
#include "engine/fills/cpu_fill_backend.hpp"
#include "gpu/backend/fallback.hpp"
#include "gpu/device/cuda_error.hpp"
#include "gpu/device/device_buffer.hpp"
#include "tests/gpu/device/lose_device.hpp"

namespace isthmus {

namespace {

// How full of stones a board is, in sixteenths.
enum Stones { none = 0, some = 3, most = 14 };

FillTask random_task(const Board& board, Stones stones, int units, boost::random::mt19937& random) {
  FillTask task;
  task.rows = board.rows();
  task.columns = board.columns();
  task.reduction_side = board.goals().size() == 3 ? task.rows : task.rows + task.columns - 1;
  board.cells().for_each([&](Cell cell) {
    const bool is_stone = random() % 16 < static_cast<unsigned>(stones);
    (!is_stone ? task.empty : random() % 2 ? task.black : task.white).insert(cell);
  });
  task.blacks = (task.empty.size() + 1) / 2;
  task.fills = static_cast<std::uint32_t>(units) * kFillsPerUnit;
  task.seed = random();
  return task;
}

// Joins some of the empty cells in pairs.
void add_bridges(FillTask& task, boost::random::mt19937& random) {
  bool has_first = false;
  Cell first = 0;
  task.empty.for_each([&](Cell cell) {
    if (random() % 3 != 0) return;
    if (has_first) task.bridges.emplace_back(cell, first);
    has_first = !has_first;
    first = cell;
  });
}

std::vector<FillCounts> tallies_of(const FillBackend& backend, const std::vector<FillTask>& tasks) {
  // What is not written to must not look right.
  const std::vector<std::uint32_t> poison(kMaxCells, 0xdeadbeef);
  std::vector<FillCounts> tallies(tasks.size(), FillCounts{1, 0xdeadbeef, poison, poison});
  backend.run(tasks, tallies);
  return tallies;
}

void check_equal(const std::vector<FillCounts>& tallies, const std::vector<FillCounts>& expected,
                 const std::vector<FillTask>& tasks) {
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CAPTURE(i);
    CAPTURE(tasks[i].rows);
    CAPTURE(tasks[i].columns);
    CAPTURE(tasks[i].reduction_side);
    CAPTURE(tasks[i].blacks);
    CHECK(tallies[i].fills == expected[i].fills);
    CHECK(tallies[i].black_connects == expected[i].black_connects);
    CHECK(tallies[i].black == expected[i].black);
    CHECK(tallies[i].black_and_connects == expected[i].black_and_connects);
  }
}

void check_equal_to_cpu(const std::vector<FillTask>& tasks) {
  check_equal(tallies_of(GpuFillBackend(), tasks), tallies_of(CpuFillBackend(), tasks), tasks);
}

}  // namespace

TEST_CASE("GPU and CPU tally every rhombus alike") {
  boost::random::mt19937 random(1);
  for (int rows = 1; rows <= kMaxSide; ++rows) {
    std::vector<FillTask> tasks;
    for (int columns = 1; columns <= kMaxSide; ++columns) {
      tasks.push_back(random_task(Board::rhombus(rows, columns), some, 1 + columns % 3, random));
    }
    check_equal_to_cpu(tasks);
  }
}

TEST_CASE("GPU and CPU tally every small rhombus alike, where many fills are too") {
  boost::random::mt19937 random(12);
  for (int rows = 1; rows <= 11; ++rows) {
    std::vector<FillTask> tasks;
    for (int columns = 1; columns <= 11; ++columns) {
      tasks.push_back(random_task(Board::rhombus(rows, columns), some, 17 + columns % 3, random));
    }
    check_equal_to_cpu(tasks);
  }
}

TEST_CASE("GPU and CPU tally every triangle alike") {
  boost::random::mt19937 random(2);
  std::vector<FillTask> tasks;
  for (int side = 1; side <= kMaxSide; ++side) {
    for (Stones stones : {none, some, most}) {
      tasks.push_back(random_task(Board::triangle(side), stones, 2, random));
    }
  }
  check_equal_to_cpu(tasks);
}

TEST_CASE("GPU and CPU tally any number of black cells and bridges alike") {
  boost::random::mt19937 random(3);
  std::vector<FillTask> tasks;
  for (int side : {2, 5, 8, 11, 14, 19, 32}) {
    const Board board = Board::rhombus(side, side);
    for (Stones stones : {none, some, most}) {
      FillTask task = random_task(board, stones, 3, random);
      const int empty = task.empty.size();
      for (int blacks : {0, 1, empty / 3, empty - 1, empty}) {
        task.blacks = std::clamp(blacks, 0, empty);
        tasks.push_back(task);
      }
      for (int i = 0; i < 3; ++i) {
        FillTask bridged = random_task(board, stones, 2, random);
        add_bridges(bridged, random);
        tasks.push_back(bridged);
        bridged.blacks = static_cast<int>(bridged.bridges.size());
        tasks.push_back(bridged);
      }
    }
  }
  check_equal_to_cpu(tasks);
}

TEST_CASE("GPU and CPU tally a full board alike") {
  boost::random::mt19937 random(4);
  FillTask task = random_task(Board::rhombus(11, 11), none, 2, random);
  task.black = task.empty;
  task.empty = {};
  task.blacks = 0;
  check_equal_to_cpu({task});
}

TEST_CASE("GPU and CPU tally batches of leaves alike, however the kernels share them out") {
  boost::random::mt19937 random(5);
  const GpuFillBackend gpu({0});
  for (int count : {1, 64, 17, 2, 300, 65, 700, 5000}) {
    std::vector<FillTask> tasks;
    for (int i = 0; i < count; ++i) {
      const Stones stones = i % 3 == 0 ? none : i % 3 == 1 ? some : most;
      tasks.push_back(
          random_task(Board::rhombus(11, 11), stones, count > 1000 ? 1 : 1 + i % 16, random));
    }
    check_equal(tallies_of(gpu, tasks), tallies_of(CpuFillBackend(), tasks), tasks);
  }
}

TEST_CASE("GPU and CPU tally millions of fills of one position alike") {
  boost::random::mt19937 random(6);
  check_equal_to_cpu({random_task(Board::rhombus(11, 11), none, 1 << 14, random),
                      random_task(Board::rhombus(8, 8), none, 1 << 14, random),
                      random_task(Board::rhombus(19, 19), none, 1 << 12, random)});
}

TEST_CASE("GPU and CPU tally alike, however many devices share the work") {
  boost::random::mt19937 random(9);
  std::vector<FillTask> tasks;
  for (int units : {40001, 1, 2, 3, 30000}) {
    tasks.push_back(random_task(Board::rhombus(7, 8), some, units, random));
  }
  for (int i = 0; i < 3000; ++i) {
    tasks.push_back(random_task(Board::rhombus(7, 8), some, 1 + i % 9, random));
  }
  const std::vector<FillCounts> expected = tallies_of(CpuFillBackend(), tasks);
  const int there = GpuFillBackend::device_count();
  for (int count : {1, 2, 3, 7}) {
    std::vector<int> devices;
    for (int i = 0; i < count; ++i) devices.push_back(i % there);  // one may stand in for several
    check_equal(tallies_of(GpuFillBackend(devices), tasks), expected, tasks);
  }
}

TEST_CASE("several threads may tally at a time") {
  boost::random::mt19937 random(7);
  const GpuFillBackend gpu;
  std::vector<FillTask> tasks;
  for (int i = 0; i < 4; ++i) {
    tasks.push_back(random_task(Board::rhombus(9 + i, 9), none, 64, random));
  }
  std::vector<FillCounts> tallies(tasks.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 20; ++round) gpu.run({&tasks[i], 1}, {&tallies[i], 1});
    });
  }
  for (std::thread& thread : threads) thread.join();
  const std::vector<FillCounts> expected = tallies_of(CpuFillBackend(), tasks);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CHECK(tallies[i].black == expected[i].black);
    CHECK(tallies[i].black_and_connects == expected[i].black_and_connects);
  }
}

TEST_CASE("bad tasks are refused, and good ones tallied as before") {
  boost::random::mt19937 random(8);
  const GpuFillBackend gpu;
  FillTask task = random_task(Board::rhombus(11, 11), none, 2, random);
  FillTask bad = task;
  bad.rows = 33;
  CHECK_THROWS_AS(tallies_of(gpu, {task, bad}), std::invalid_argument);
  bad = task;
  bad.blacks = 122;
  CHECK_THROWS_AS(tallies_of(gpu, {task, bad}), std::invalid_argument);
  CHECK(tallies_of(gpu, {task})[0].black == tallies_of(CpuFillBackend(), {task})[0].black);
}

TEST_CASE("a device without memory left is an error, until it has some again") {
  boost::random::mt19937 random(11);
  const std::vector<FillTask> tasks = {random_task(Board::rhombus(11, 11), some, 8, random)};
  const GpuFillBackend gpu({0});
  {
    check_cuda(cudaSetDevice(0), "use the device");  // where memory is taken from
    std::vector<DeviceBuffer<std::byte>> taken;
    for (std::size_t bytes = std::size_t{1} << 34; bytes >= 4096;) {
      try {
        taken.emplace_back().reserve(bytes);
      } catch (const CudaError&) {
        bytes /= 2;
      }
    }
    try {
      tallies_of(gpu, tasks);
      FAIL("there was memory");
    } catch (const CudaError& error) {
      CHECK(error.code() == cudaErrorMemoryAllocation);
      // Which call is the first to fail depends on what others have left behind.
      const std::string what = error.what();
      CHECK(what.find("CUDA cannot ") == 0);
      CHECK(what.find(": out of memory (free memory there, or use another device)") !=
            std::string::npos);
    }
  }
  check_equal(tallies_of(gpu, tasks), tallies_of(CpuFillBackend(), tasks), tasks);
}

// Ends the use of the device for the program, so that it runs in one of its own.
TEST_CASE("when a device is lost the CPU goes on" * doctest::skip()) {
  boost::random::mt19937 random(10);
  std::vector<FillTask> tasks;
  for (int i = 0; i < 100; ++i) {
    tasks.push_back(random_task(Board::rhombus(11, 11), some, 8, random));
  }
  const std::vector<FillCounts> expected = tallies_of(CpuFillBackend(), tasks);
  std::vector<std::string> notices;
  const Fallback<FillBackend> backend(
      std::make_unique<GpuFillBackend>(std::vector{0}), std::make_unique<CpuFillBackend>(),
      [&](const std::string& notice) { notices.push_back(notice); });
  check_equal(tallies_of(backend, tasks), expected, tasks);
  CHECK(notices.empty());
  lose_device();
  for (int i = 0; i < 3; ++i) {
    check_equal(tallies_of(backend, tasks), expected, tasks);
    REQUIRE(notices.size() == 1);
    CHECK(notices.front().find("CUDA cannot ") == 0);
  }
  CHECK_THROWS_AS(tallies_of(GpuFillBackend({0}), tasks), CudaError);
}

TEST_CASE("a device that is not there is an error that says so") {
  const int beyond = GpuFillBackend::device_count();
  CHECK_THROWS_WITH_AS(GpuFillBackend({beyond}),
                       "CUDA cannot use the device: invalid device ordinal (nvidia-smi lists the "
                       "devices, from 0 on)",
                       CudaError);
}

}  // namespace isthmus
