#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/bench/report.hpp"

namespace isthmus {

// Does a short piece of work and says of how many items.
using Work = std::function<std::uint64_t()>;

// What takes part in a row; without work there is none.
struct Contender {
  std::string name;
  Work work;
};

// Times work beside its baseline: the two take turns, so that both see the same machine, and each
// rate is the median of its turns.
class BenchTable {
 public:
  using Seconds = std::chrono::duration<double>;
  using Wanted = std::function<bool(const std::string& full_name)>;
  using RowDone = std::function<void(const BenchRow&)>;

  // A row takes about `row_time`, or as long as its works need to be called once a turn and once
  // to warm up. `wanted` says which rows are measured at all; `row_done` is called after each.
  BenchTable(Seconds row_time, int turns, Wanted wanted, RowDone row_done)
      : row_time_(row_time),
        turns_(turns),
        wanted_(std::move(wanted)),
        row_done_(std::move(row_done)) {}

  bool wants(const std::string& full_name) const { return wanted_(full_name); }

  // `row` comes with all but the rates.
  void add(BenchRow row, const Contender& baseline, const Contender& ours);
  // The same for a row that was measured elsewhere.
  void add(BenchRow row);

  const std::vector<BenchRow>& rows() const { return rows_; }

 private:
  Seconds row_time_;
  int turns_;
  Wanted wanted_;
  RowDone row_done_;
  std::vector<BenchRow> rows_;
};

// How long a call takes: the median of many.
BenchTable::Seconds median_time(const Work& work);

// Takes a result, so that the compiler cannot leave out what computes it.
void do_not_optimize(std::uint64_t result);

}  // namespace isthmus
