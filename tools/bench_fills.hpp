#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace isthmus {

// One line of a table of throughputs: some work, and what it is measured against.
struct BenchRow {
  std::string name;
  double per_second;
  std::string baseline;
  double baseline_per_second;

  double ratio() const { return per_second / baseline_per_second; }
};

// Times fills, their parts and the seeds' algorithms on this thread, each row beside its baseline:
// the two take turns, and each rate is the median of its turns. A row takes about `row_time`.
std::vector<BenchRow> bench_fills(std::chrono::duration<double> row_time);

}  // namespace isthmus
