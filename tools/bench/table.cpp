#include "tools/bench/table.hpp"

#include <algorithm>
#include <utility>

namespace isthmus {

namespace {

volatile std::uint64_t last_result;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double rate(const Work& work, BenchTable::Seconds time) {
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t items = 0;
  for (;;) {
    items += work();
    const BenchTable::Seconds elapsed = std::chrono::steady_clock::now() - start;
    if (elapsed >= time) return static_cast<double>(items) / elapsed.count();
  }
}

std::optional<Rate> median_rate(const std::string& name, std::vector<double> rates) {
  if (rates.empty()) return std::nullopt;
  return Rate{name, median(std::move(rates))};
}

}  // namespace

void BenchTable::add(BenchRow row, const Contender& baseline, const Contender& ours) {
  if (!wants(row.full_name())) return;
  const Seconds turn = row_time_ / (2 * turns_);
  std::vector<double> baseline_rates, rates;
  if (baseline.work) baseline.work();
  if (ours.work) ours.work();
  for (int i = 0; i < turns_; ++i) {
    if (ours.work) rates.push_back(rate(ours.work, turn));
    if (baseline.work) baseline_rates.push_back(rate(baseline.work, turn));
  }
  row.baseline = median_rate(baseline.name, std::move(baseline_rates));
  row.ours = median_rate(ours.name, std::move(rates));
  add(std::move(row));
}

void BenchTable::add(BenchRow row) {
  if (!wants(row.full_name())) return;
  rows_.push_back(std::move(row));
  row_done_(rows_.back());
}

BenchTable::Seconds median_time(const Work& work) {
  constexpr int kCalls = 201;
  std::vector<double> times;
  for (int i = 0; i < kCalls; ++i) {
    const auto start = std::chrono::steady_clock::now();
    work();
    times.push_back(BenchTable::Seconds(std::chrono::steady_clock::now() - start).count());
  }
  return BenchTable::Seconds(median(std::move(times)));
}

void do_not_optimize(std::uint64_t result) { last_result = result; }

}  // namespace isthmus
