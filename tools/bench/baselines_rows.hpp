#pragma once

#include <bit>
#include <string>

#include "gpu/baselines/baseline_run.hpp"
#include "tools/bench/device.hpp"
#include "tools/bench/launches.hpp"
#include "tools/bench/report.hpp"
#include "tools/bench/table.hpp"

// The parts of bench_baselines().

namespace isthmus {

// What they add to, and the device that they run on.
struct SeedsSuite {
  BenchTable& table;
  BenchDevice device;
  BenchReport report = {};  // figures and series; the rows are in the table
};

// Fills with winner and tallies, and small batches of them.
void add_fill_rows(SeedsSuite& suite);
// The row of square boards that the table has by now; nothing where it was not wanted.
const BenchRow* find_fill_row(const BenchTable& table, int side);
// Random playouts of games that no fill decides.
void add_playout_rows(SeedsSuite& suite);
// Who is connected, and K-subsets.
void add_grid_rows(SeedsSuite& suite);
// Random numbers, and mixing between warps.
void add_warp_rows(SeedsSuite& suite);
// Sums by key; after the fills.
void add_sum_rows(SeedsSuite& suite);

// Positions judged by a net.
void add_net_rows(SeedsSuite& suite);
// Self-play, searches and the service by a net, beside the net alone, and for how much of the time
// the GPU computes; after the nets.
void add_workload_rows(SeedsSuite& suite);

// "11x11".
inline std::string size_name(int side) { return std::to_string(side) + 'x' + std::to_string(side); }

// As many threads as the device has room for; a multiple of 1024.
inline std::uint32_t full_threads(const BenchDevice& device) {
  return static_cast<std::uint32_t>(device.multiprocessors) * 2048;
}

// Work of a kernel of the baselines, run(BaselineRun), on a full device, with this many items for
// each thread and round.
template <class Run>
Work baseline_launches(const BenchDevice& device, double items, Run run) {
  const std::uint32_t threads = full_threads(device);
  return launches([=](std::uint32_t rounds) {
    run(BaselineRun{threads, rounds, 1});
    return static_cast<std::uint64_t>(items * threads) * rounds;
  });
}

// Logic instructions that a board of the majority reduction needs at the least: one for each cell
// and level, and 32 boards.
constexpr double majorities(int side) { return side * side * (side - 1) / 32.0; }
// Logic instructions in a word of Xorwow, whose sum of six terms takes three; shifts and additions
// can be had elsewhere, as multiplications.
inline constexpr double kXorwowLogic = 3;
// Logic instructions of filling this many cells at random: for 32 boards a word a cell, and adders
// of two instructions that count black cells.
constexpr double draws(unsigned cells) {
  return (kXorwowLogic * cells + 2.0 * (cells - static_cast<unsigned>(std::popcount(cells)))) / 32;
}

}  // namespace isthmus
