#include "tools/bench/baselines_rows.hpp"
#include "tools/bench/suites.hpp"

namespace isthmus {

BenchReport bench_baselines(BenchTable& table) {
  SeedsSuite suite{table, bench_device()};
  const BenchDevice& device = suite.device;
  suite.report.machine = {{"chip", device.chip}, {"driver", device.driver}, {"cuda", device.cuda}};
  add_fill_rows(suite);
  add_playout_rows(suite);
  add_grid_rows(suite);
  add_warp_rows(suite);
  add_sum_rows(suite);
  add_net_rows(suite);
  add_workload_rows(suite);
  suite.report.rows = table.rows();
  return std::move(suite.report);
}

}  // namespace isthmus
