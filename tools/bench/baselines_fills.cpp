#include <algorithm>
#include <memory>
#include <vector>

#include "gpu/baselines/connection_kernels.hpp"
#include "gpu/baselines/grid_subsets.hpp"
#include "gpu/baselines/subset_kernels.hpp"
#include "gpu/fills/gpu_fill_backend.hpp"
#include "tools/bench/baselines_rows.hpp"

namespace isthmus {

namespace {

constexpr const char* kGroup = "fills with winner and tallies";

// The empty board of Hex, half of it black.
FillTask empty_board(int side, std::uint32_t fills) {
  return grid_subsets_task(side, side, side * side / 2, fills, 0);
}

// Plays out a batch of equal tasks, which work as others.
class Batch {
 public:
  Batch(const FillTask& task, std::size_t size) : tasks_(size, task), tallies_(size) {}

  // As many fills as there are in all.
  std::uint64_t operator()() {
    backend_->run(tasks_, tallies_);
    return std::uint64_t{tasks_.front().fills} * tasks_.size();
  }
  void resize(std::size_t size) {
    tasks_.resize(size, tasks_.front());
    tallies_.resize(size);
  }

 private:
  std::vector<FillTask> tasks_;
  std::vector<FillCounts> tallies_;
  std::shared_ptr<GpuFillBackend> backend_ =
      std::make_shared<GpuFillBackend>(std::vector{kBenchDevice});
};

Work long_batches(int side) {
  return launches([batch = Batch(empty_board(side, 1u << 24), 1)](std::uint32_t rounds) mutable {
    batch.resize(rounds);
    return batch();
  });
}

// The baselines' algorithms one after the other: draw, then decide and count wins.
Work baselines_in_series(const BenchDevice& device, int side) {
  return baseline_launches(device, 1, [=](const BaselineRun& run) {
    run_grid_subsets(side, side, side * side / 2, run);
    run_reordered_sweeps(Neighbourhood::hexagonal, side, run);
  });
}

// What a fill of 19x19 costs, in fills of 8x8.
void add_growth(SeedsSuite& suite) {
  const BenchRow *small = find_fill_row(suite.table, 8), *large = find_fill_row(suite.table, 19);
  if (small == nullptr || large == nullptr) return;
  suite.report.figures.push_back({"cost of a fill, 19x19 to 8x8", "times",
                                  small->ours->per_second / large->ours->per_second,
                                  "cube of the sides' ratio", 19 * 19 * 19 / 512.0});
}

// How soon a batch of leaves is back, beside the time that its fills take among many.
void add_leaves(SeedsSuite& suite) {
  constexpr std::size_t kLeaves = 64;
  constexpr std::uint32_t kFills = 4096;
  const BenchRow* row = find_fill_row(suite.table, 11);
  const std::string name = "64 leaves of 4,096 fills, 11x11";
  if (row == nullptr || !suite.table.wants(name)) return;
  const double seconds = median_time(Batch(empty_board(11, kFills), kLeaves)).count();
  suite.report.figures.push_back({name, "microseconds", 1e6 * seconds, "arithmetic alone",
                                  1e6 * kLeaves * kFills / row->ours->per_second});
}

}  // namespace

const BenchRow* find_fill_row(const BenchTable& table, int side) {
  const auto found = std::find_if(
      table.rows().begin(), table.rows().end(),
      [&](const BenchRow& row) { return row.group == kGroup && row.name == size_name(side); });
  return found == table.rows().end() ? nullptr : &*found;
}

void add_fill_rows(SeedsSuite& suite) {
  for (int side : {8, 9, 11, 13, 14, 16, 19, 22, 26, 32}) {
    BenchRow row{kGroup, size_name(side), "fills"};
    row.limit =
        suite.device.logic_limit(majorities(side) + draws(static_cast<unsigned>(side * side)));
    suite.table.add(row, {"K-subsets, sweeps", baselines_in_series(suite.device, side)},
                    {"sliced words", long_batches(side)});
  }
  add_growth(suite);
  add_leaves(suite);
}

}  // namespace isthmus
