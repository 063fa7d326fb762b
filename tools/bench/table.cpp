#include "tools/bench/table.hpp"

#include <algorithm>
#include <utility>

namespace isthmus {

namespace {

volatile std::uint64_t kept;

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

}  // namespace

void BenchTable::add(std::string name, const Work& work, std::string baseline,
                     const Work& baseline_work) {
  constexpr int kTurns = 15;
  std::vector<double> rates, baseline_rates;
  for (int i = 0; i < kTurns; ++i) {
    rates.push_back(rate(work, row_time_ / (2 * kTurns)));
    baseline_rates.push_back(rate(baseline_work, row_time_ / (2 * kTurns)));
  }
  rows_.push_back({std::move(name), median(rates), std::move(baseline), median(baseline_rates)});
  row_done_(rows_.back());
}

void keep(std::uint64_t result) { kept = result; }

}  // namespace isthmus
