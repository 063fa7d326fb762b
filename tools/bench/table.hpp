#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
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

// Does a short piece of work and says of how many items.
using Work = std::function<std::uint64_t()>;

// Times work beside its baseline: the two take turns, so that both see the same machine, and each
// rate is the median of its turns.
class BenchTable {
 public:
  using Seconds = std::chrono::duration<double>;
  using RowDone = std::function<void(const BenchRow&)>;

  // A row takes about `row_time`; `row_done` is called after each.
  BenchTable(Seconds row_time, RowDone row_done)
      : row_time_(row_time), row_done_(std::move(row_done)) {}

  void add(std::string name, const Work& work, std::string baseline, const Work& baseline_work);

  const std::vector<BenchRow>& rows() const { return rows_; }

 private:
  Seconds row_time_;
  RowDone row_done_;
  std::vector<BenchRow> rows_;
};

// Takes what the compiler must not leave out as unused.
void keep(std::uint64_t result);

}  // namespace isthmus
