// Times the kernels on the device that is there, against the seeds' algorithms in the same run, and
// prints a table: gpu_times
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <string>
#include <tuple>
#include <utility>
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
  const SeedRun sliced = seed_run(512);
  for (int bits : {32, 64}) {
    const std::string name = std::to_string(bits) + "-bit K-subsets, ";
    const int k = bits / 2;
    const double baseline = rate(items(words), [&] { run_word_subsets(bits, k, words); });
    print(name + "threadwise", baseline, 0, 0);
    // For each element a random word with two LOP3 of its own, and two in the count.
    print(name + "sliced, words of elements",
          rate(32 * items(sliced),
               [&] { run_sliced_subsets(bits, SubsetWords::elements, k, sliced); }),
          baseline, 4 * bits);
    print(name + "sliced, words of subsets",
          rate(32 * items(sliced),
               [&] { run_sliced_subsets(bits, SubsetWords::subsets, k, sliced); }),
          baseline, 4 * bits);
  }
  // More threads than run at a time by far: where few have room, the last ones would count.
  const SeedRun grids{132 * 8192, 128, 1};
  double baseline = 0;
  for (int side : {8, 11, 16, 19, 32}) {
    baseline = rate(items(grids), [&] { run_grid_subsets(side, side, side * side / 2, grids); });
    print(size_name(side) + " K-subsets, threadwise", baseline, 0, 0);
  }
  print("32x32 K-subsets, corrected",
        rate(items(grids), [&] { run_corrected_subsets(512, grids); }), baseline, 32 * 32 * 4);
  const SeedRun warps = seed_run(4096);
  for (int side : {32, 64}) {
    for (WarpSum sum : {WarpSum::butterfly, WarpSum::reduce}) {
      print(size_name(side) + " K-subsets, warpwise, " +
                (sum == WarpSum::reduce ? "reduce" : "butterfly"),
            rate(items(warps) / 32, [&] { run_warp_subsets(sum, side, side * side / 2, warps); }),
            0, 0);
    }
  }
}

void time_sweeps() {
  constexpr std::pair<Neighbourhood, const char*> kNeighbourhoods[] = {
      {Neighbourhood::four, "4 neighbours"}, {Neighbourhood::eight, "8 neighbours"}};
  for (auto [neighbourhood, name] : kNeighbourhoods) {
    for (int side : {8, 16, 32}) {
      const SeedRun run = seed_run(512);
      double sweeps = 0;
      const double natural = rate(items(run), [&] {
        sweeps = static_cast<double>(run_natural_sweeps(neighbourhood, side, run).sweeps);
      });
      const double reordered =
          rate(items(run), [&] { run_reordered_sweeps(neighbourhood, side, run); });
      std::printf("sweeps %s %-30s natural %6.2f reordered %6.2f G/s, %.2f sweeps a grid\n", name,
                  size_name(side).c_str(), natural, reordered, sweeps / items(run));
    }
  }
}

void time_connection() {
  constexpr Neighbourhood kHexagonal = Neighbourhood::hexagonal;
  for (int side : {8, 11, 13, 14, 16, 19, 24, 32}) {
    const SeedRun run = seed_run(side <= 14 ? 2048 : 512);
    double sweeps = 0;
    print("connection, natural sweeps " + size_name(side),
          rate(items(run),
               [&] {
                 sweeps = static_cast<double>(run_natural_sweeps(kHexagonal, side, run).sweeps) /
                          items(run);
               }),
          0, 0);
    std::printf("  %.2f sweeps a grid\n", sweeps);
    const double reordered = rate(items(run), [&] { run_reordered_sweeps(kHexagonal, side, run); });
    print("connection, reordered sweeps " + size_name(side), reordered, 0, 0);
    const SeedRun reductions = seed_run(256);
    ReductionTotals totals{};
    const double time = rate(
        items(reductions), [&] { totals = run_reductions(side, side, 2 * side - 1, reductions); });
    print("connection, reduction " + size_name(side),
          time * static_cast<double>(totals.boards) / items(reductions), reordered,
          side * side * (side - 1));
  }
  for (auto [rows, columns, side] : {std::tuple{13, 14, 26},
                                     {9, 11, 19},
                                     {14, 14, 14},
                                     {19, 19, 19},
                                     {32, 32, 32},
                                     {25, 7, 31},
                                     {7, 25, 31}}) {
    const SeedRun run = seed_run(256);
    ReductionTotals totals{};
    const double time =
        rate(items(run), [&] { totals = run_reductions(rows, columns, side, run); });
    std::printf("reduction %d x %d, side %d: %.2f G/s\n", rows, columns, side,
                time * static_cast<double>(totals.boards) / items(run));
  }
}

}  // namespace

}  // namespace isthmus

int main() {
  try {
    isthmus::time_fills();
    isthmus::time_subsets();
    isthmus::time_sweeps();
    isthmus::time_connection();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "gpu_times: %s\n", error.what());
    return 1;
  }
}
