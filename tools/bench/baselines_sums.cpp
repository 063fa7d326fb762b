#include <algorithm>
#include <array>
#include <vector>

#include "gpu/baselines/warp_aggregation_kernels.hpp"
#include "tools/bench/baselines_rows.hpp"

namespace isthmus {

namespace {

constexpr std::array kSearches{PeerSearch::none, PeerSearch::ballot, PeerSearch::match};
constexpr std::array kNames{"one atomic a value", "peers by ballot", "peers by match"};

// Of the keys in a warp, those for which there is a row: the slides' application has ten values to
// a key, sorted by key.
constexpr std::uint32_t kKeysOfRow = 4;

// The values that a kernel adds a second, the kernels taking turns; the time is the kernel's own,
// as sums are copied around it.
template <class T>
std::array<double, kSearches.size()> rates(const BenchDevice& device, Addition addition,
                                           std::uint32_t keys) {
  constexpr double kLongEnough = 5e-3;
  constexpr std::size_t kTurns = 5;
  std::array<BaselineRun, kSearches.size()> runs;
  std::array<std::array<double, kTurns>, kSearches.size()> turns;
  const auto seconds = [&](std::size_t i) {
    return run_keyed_sums<T>(kSearches[i], addition, keys, runs[i]).seconds;
  };
  for (std::size_t i = 0; i < runs.size(); ++i) {
    runs[i] = {full_threads(device), 8, 1};
    seconds(i);  // brings the kernel to the device
    while (seconds(i) < kLongEnough) runs[i].rounds *= 2;
  }
  for (std::size_t turn = 0; turn < kTurns; ++turn) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      turns[i][turn] = static_cast<double>(runs[i].threads) * runs[i].rounds / seconds(i);
    }
  }
  std::array<double, kSearches.size()> medians;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::nth_element(turns[i].begin(), turns[i].begin() + kTurns / 2, turns[i].end());
    medians[i] = turns[i][kTurns / 2];
  }
  return medians;
}

// Two rows, and a chart of the time against the number of different keys in a warp.
template <class T>
void add_sums(SeedsSuite& suite, Addition addition, const std::string& type) {
  BenchRow row{"sums by key", type + ", " + std::to_string(kKeysOfRow) + " keys", "values"};
  if (!suite.table.wants(row.full_name())) return;
  BenchSeries series{"sums of " + type, "different keys in a warp", "ps a value", {}};
  for (const char* name : kNames) series.lines.push_back({name, {}});
  for (std::uint32_t keys : {1u, 2u, 3u, 4u, 6u, 8u, 12u, 16u, 20u, 24u, 28u, 32u}) {
    const auto per_second = rates<T>(suite.device, addition, keys);
    for (std::size_t i = 0; i < per_second.size(); ++i) {
      series.lines[i].points.emplace_back(keys, 1e12 / per_second[i]);
    }
    if (keys != kKeysOfRow) continue;
    for (std::size_t i = 1; i < per_second.size(); ++i) {
      row.baseline = Rate{kNames[i - 1], per_second[i - 1]};
      row.ours = Rate{kNames[i], per_second[i]};
      suite.table.add(row);
    }
  }
  suite.report.series.push_back(std::move(series));
}

// The tally of all cells, with the fills that it comes with: each adds one for each of its 60 black
// cells. Lanes with a fill each that went from cell to cell would have one key at a time.
void add_tally(SeedsSuite& suite) {
  BenchRow row{"sums by key", "all cells, 11x11", "values"};
  const BenchRow* fills = find_fill_row(suite.table, 11);
  if (fills == nullptr || !suite.table.wants(row.full_name())) return;
  const auto per_second = rates<std::int32_t>(suite.device, Addition::native, 1);
  row.baseline = Rate{kNames[1], per_second[1]};
  row.ours = Rate{"tally within fills", 60 * fills->ours->per_second};
  suite.table.add(row);
}

}  // namespace

void add_sum_rows(SeedsSuite& suite) {
  add_sums<std::int32_t>(suite, Addition::native, "int");
  add_sums<float>(suite, Addition::native, "float");
  add_sums<double>(suite, Addition::native, "double");
  add_sums<float>(suite, Addition::compare_and_swap, "float by CAS");
  add_sums<double>(suite, Addition::compare_and_swap, "double by CAS");
  add_tally(suite);
}

}  // namespace isthmus
