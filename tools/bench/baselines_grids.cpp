#include "gpu/baselines/connection_kernels.hpp"
#include "gpu/baselines/grid_subsets.hpp"
#include "gpu/baselines/subset_kernels.hpp"
#include "tools/bench/baselines_rows.hpp"

namespace isthmus {

namespace {

Contender reordered_sweeps(const BenchDevice& device, Neighbourhood neighbourhood, int side) {
  return {"reordered sweeps", baseline_launches(device, 1, [=](const BaselineRun& run) {
            run_reordered_sweeps(neighbourhood, side, run);
          })};
}

Contender natural_sweeps(const BenchDevice& device, int side) {
  return {"natural sweeps", baseline_launches(device, 1, [=](const BaselineRun& run) {
            run_natural_sweeps(Neighbourhood::hexagonal, side, run);
          })};
}

Contender reductions(const BenchDevice& device, int side) {
  return {"majority reduction", launches([=, threads = full_threads(device)](std::uint32_t rounds) {
            return run_reductions(side, side, 2 * side - 1, {threads, rounds, 1}).boards;
          })};
}

void add_connection(SeedsSuite& suite) {
  const BenchDevice& device = suite.device;
  const auto row = [](int side, const std::string& what) {
    return BenchRow{"connection", size_name(side) + what, "grids"};
  };
  for (int side : {8, 11, 13, 14, 16, 19, 32}) {
    BenchRow hexagonal = row(side, "");
    hexagonal.limit = device.logic_limit(majorities(side));
    suite.table.add(hexagonal, reordered_sweeps(device, Neighbourhood::hexagonal, side),
                    reductions(device, side));
    suite.table.add(row(side, ", natural"), natural_sweeps(device, side), {});
  }
  for (int side : {8, 16, 32}) {
    suite.table.add(row(side, ", 4 neighbours"),
                    reordered_sweeps(device, Neighbourhood::four, side), {});
    suite.table.add(row(side, ", 8 neighbours"),
                    reordered_sweeps(device, Neighbourhood::eight, side), {});
  }
}

// How often the baselines' algorithm sweeps over a grid, beside what the slides say.
void add_sweeps(SeedsSuite& suite, int side, double in_slides) {
  const std::string name = "sweeps a grid, " + size_name(side);
  if (!suite.table.wants(name)) return;
  const BaselineRun run{1 << 18, 4, 1};
  const SweepTotals totals = run_natural_sweeps(Neighbourhood::hexagonal, side, run);
  suite.report.figures.push_back({name, "sweeps",
                                  static_cast<double>(totals.sweeps) / run.threads / run.rounds,
                                  "in the slides", in_slides});
}

void add_word_subsets(SeedsSuite& suite, int bits) {
  const BenchDevice& device = suite.device;
  const int k = bits / 2;
  BenchRow row{"K-subsets", std::to_string(bits) + " bits, K=" + std::to_string(k), "subsets"};
  row.limit = device.logic_limit(draws(static_cast<unsigned>(bits)));
  const Contender selection{"selection", baseline_launches(device, 1, [=](const BaselineRun& run) {
                              run_word_subsets(bits, k, run);
                            })};
  const auto sliced = [&](SubsetWords words, const char* name) {
    return Contender{name, baseline_launches(device, 32, [=](const BaselineRun& run) {
                       run_sliced_subsets(bits, words, k, run);
                     })};
  };
  suite.table.add(row, selection, sliced(SubsetWords::subsets, "slices, a word each"));
  suite.table.add(row, selection, sliced(SubsetWords::elements, "slices"));
}

void add_grid_subsets(SeedsSuite& suite) {
  const BenchDevice& device = suite.device;
  const auto row = [](const std::string& name) { return BenchRow{"K-subsets", name, "subsets"}; };
  const auto threadwise = [&](int side, int k) {
    return Contender{"threadwise", baseline_launches(device, 1, [=](const BaselineRun& run) {
                       run_grid_subsets(side, side, k, run);
                     })};
  };
  const auto warpwise = [&](WarpSum sum, int side) {
    return Contender{sum == WarpSum::reduce ? "warpwise, reduce" : "warpwise, shuffles",
                     baseline_launches(device, 1 / 32.0, [=](const BaselineRun& run) {
                       run_warp_subsets(sum, side, side * side / 2, run);
                     })};
  };
  suite.table.add(row("11x11, K=60"), threadwise(11, 60), {});
  BenchRow best = row("32x32, K=512");
  best.limit = device.logic_limit(32 * kXorwowLogic);  // a word a row
  const Contender corrected{"chance and correction",
                            baseline_launches(device, 1, [=](const BaselineRun& run) {
                              run_corrected_subsets(512, run);
                            })};
  suite.table.add(best, threadwise(32, 512), corrected);
  BenchRow filled = best;
  filled.limit = device.logic_limit(draws(32 * 32));
  suite.table.add(
      filled, threadwise(32, 512),
      {"fills", launches([](std::uint32_t rounds) {
         return draw_grid_subsets(grid_subsets_task(32, 32, 512, rounds << 20, 1)).count;
       })});
  for (WarpSum sum : {WarpSum::butterfly, WarpSum::reduce}) {
    suite.table.add(best, warpwise(sum, 32), corrected);
  }
  for (WarpSum sum : {WarpSum::butterfly, WarpSum::reduce}) {
    suite.table.add(row("64x64, K=2048"), warpwise(sum, 64), {});
  }
}

}  // namespace

void add_grid_rows(SeedsSuite& suite) {
  add_connection(suite);
  add_sweeps(suite, 8, 2.4);
  add_sweeps(suite, 16, 4.6);
  add_sweeps(suite, 32, 10.2);
  add_word_subsets(suite, 32);
  add_word_subsets(suite, 64);
  add_grid_subsets(suite);
}

}  // namespace isthmus
