// Times the kernels on the device that is there, against the seeds' algorithms in the same run, and
// prints a table: gpu_times
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "engine/board.hpp"
#include "gpu/gpu_tallier.hpp"
#include "gpu/seed_kernels.hpp"

namespace isthmus {

namespace {

// Billions a second: the median of five runs of work(), after one to warm up.
template <class Work>
double rate(double count, Work&& work) {
  work();
  std::vector<double> rates;
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    rates.push_back(count / time.count() / 1e9);
  }
  std::nth_element(rates.begin(), rates.begin() + 2, rates.end());
  return rates[2];
}

// LOP3 issues 64 lanes a clock and multiprocessor: on an H200 of 132 at 1.98 GHz so many a second.
constexpr double kLogicRate = 132 * 64 * 1.98e9;

// `logic` is the number of LOP3 that 32 items need at the least, or zero for no limit known.
void print(const std::string& name, double rate, double baseline, double logic) {
  std::printf("%-44s %8.2f G/s", name.c_str(), rate);
  if (baseline > 0) std::printf("  %6.2f times the seeds' %.2f", rate / baseline, baseline);
  if (logic > 0)
    std::printf("  %3.0f%% of the LOP3 limit", 100 * rate * 1e9 * logic / 32 / kLogicRate);
  std::puts("");
}

std::string size_name(int side) { return std::to_string(side) + 'x' + std::to_string(side); }

SeedRun seed_run(std::uint32_t rounds) { return {132 * 2048, rounds, 1}; }

double items(const SeedRun& run) { return static_cast<double>(run.threads) * run.rounds; }

void time_fills() {
  const GpuTallier gpu;
  std::printf("%s\n", gpu.device_names().front().c_str());
  for (int side : {8, 9, 11, 13, 14, 16, 19, 22, 26, 32}) {
    const Board board = Board::rhombus(side, side);
    FillTask task;
    task.rows = task.columns = side;
    task.reduction_side = 2 * side - 1;
    task.empty = board.cells();
    task.blacks = side * side / 2;
    task.fills = side <= 14 ? 1u << 31 : side <= 19 ? 1u << 29 : 1u << 27;
    Tally tally;
    const double cells = side * side;
    // The majorities; a random word with two LOP3 of its own and two in the count for each cell.
    print("fills with tallies " + size_name(side),
          rate(task.fills,
               [&] {
                 gpu.tally({&task, 1}, {&tally, 1});
               }),
          0, cells * (side - 1) + 4 * cells);
  }
}

void time_subsets() {
  const SeedRun words = seed_run(4096);
  print("32-bit K-subsets, K=16", rate(items(words), [&] { run_word_subsets(32, 16, words); }), 0,
        0);
  print("64-bit K-subsets, K=32", rate(items(words), [&] { run_word_subsets(64, 32, words); }), 0,
        0);
  const SeedRun grids = seed_run(512);
  print("11 x 32 K-subsets, threadwise",
        rate(items(grids), [&] { run_grid_subsets(11, 176, grids); }), 0, 0);
  print("32 x 32 K-subsets, threadwise",
        rate(items(grids), [&] { run_grid_subsets(32, 512, grids); }), 0, 0);
  const SeedRun warps = seed_run(4096);
  print("32 x 32 K-subsets, warpwise, butterfly",
        rate(items(warps) / 32, [&] { run_warp_subsets(WarpSum::butterfly, 512, warps); }), 0, 0);
  print("32 x 32 K-subsets, warpwise, reduce",
        rate(items(warps) / 32, [&] { run_warp_subsets(WarpSum::reduce, 512, warps); }), 0, 0);
}

void time_connection() {
  for (int side : {8, 11, 13, 14, 16, 32}) {
    const SeedRun run = seed_run(side <= 14 ? 2048 : 512);
    double sweeps = 0;
    print("connection, natural sweeps " + size_name(side),
          rate(items(run),
               [&] {
                 sweeps = static_cast<double>(run_natural_sweeps(side, run).sweeps) / items(run);
               }),
          0, 0);
    std::printf("  %.2f sweeps a grid\n", sweeps);
    const double reordered = rate(items(run), [&] { run_reordered_sweeps(side, run); });
    print("connection, reordered sweeps " + size_name(side), reordered, 0, 0);
    if (side > 14) continue;
    const SeedRun reductions = seed_run(256);
    print("connection, reduction " + size_name(side),
          rate(32 * items(reductions), [&] { run_reductions(side, reductions); }), reordered,
          side * side * (side - 1));
  }
}

}  // namespace

}  // namespace isthmus

int main() {
  try {
    isthmus::time_fills();
    isthmus::time_subsets();
    isthmus::time_connection();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gpu_times: %s\n", error.what());
    return 1;
  }
}
