#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/base/meanwhile.hpp"
#include "engine/search/search.hpp"
#include "tests/support/search_support.hpp"

using namespace isthmus;
using namespace isthmus::test;

namespace {

// Judges as a device does: takes what the thread offers to do meanwhile. Keeps how many positions
// each call brought. Fails in its `fail_at`-th call, after that.
class DeviceEvaluator : public BatchEvaluator {
 public:
  explicit DeviceEvaluator(const Game& game, int fail_at = 0)
      : BatchEvaluator(game), fail_at_(fail_at) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    Meanwhile::take();
    if (++calls_ == fail_at_) throw std::runtime_error("the device is gone");
    BatchEvaluator::evaluate(requests, evaluations);
  }

 private:
  int fail_at_;
  mutable std::atomic<int> calls_{0};
};

std::int64_t sum_of_visits(const SearchReport& report) {
  const auto visits = visits_of(report);
  return std::accumulate(visits.begin(), visits.end(), std::int64_t{1});
}

}  // namespace

TEST_CASE("with a device visits add up to what was asked for, with one thread and with several") {
  const Record record = record_of("y", 8);
  for (const std::int64_t threads : {1, 3}) {
    const DeviceEvaluator evaluator(record.game());
    Settings settings = without_solver();
    settings.threads = threads;
    Search search(record.game(), evaluator, settings);
    search.set_root(record);
    const SearchReport report = search.run({.visits = 5000});
    CHECK(report.visits == 5000);
    CHECK(sum_of_visits(report) == 5000);
    CHECK(report.evaluations ==
          std::accumulate(evaluator.batches.begin(), evaluator.batches.end(), std::int64_t{0}));
  }
}

TEST_CASE(
    "a second batch is gathered meanwhile, where a 64th part of the visits has room for both") {
  const Record record = record_of("y", 8);
  class Watching final : public BatchEvaluator {
   public:
    using BatchEvaluator::BatchEvaluator;
    void evaluate(std::span<const EvaluationRequest> requests,
                  std::span<Evaluation> evaluations) const override {
      const std::int64_t before = search->report().visits;
      Meanwhile::take();
      visits.push_back({before, search->report().visits});
      BatchEvaluator::evaluate(requests, evaluations);
    }
    const Search* search = nullptr;
    mutable std::vector<std::pair<std::int64_t, std::int64_t>> visits;
  };
  Watching evaluator(record.game());
  const Settings settings = without_solver();
  Search search(record.game(), evaluator, settings);
  evaluator.search = &search;
  search.set_root(record);
  CHECK(search.run({.visits = 8000}).visits == 8000);
  int overlapping = 0;
  for (std::size_t i = 1; i + 1 < evaluator.visits.size(); ++i) {  // but for the root and the end
    const auto [before, after] = evaluator.visits[i];
    CHECK(after - before ==
          (before >= 64 * 32 && before < 8000 ? std::min<std::int64_t>(16, 8000 - before) : 0));
    if (after > before) ++overlapping;
  }
  CHECK(overlapping > (8000 - 2048) / 16 - 20);
}

TEST_CASE("what is gathered is judged once") {
  const Record record = record_of("hex", 7);
  class Unique final : public DeviceEvaluator {
   public:
    using DeviceEvaluator::DeviceEvaluator;
    void evaluate(std::span<const EvaluationRequest> requests,
                  std::span<Evaluation> evaluations) const override {
      for (const EvaluationRequest& request : requests) {
        is_unique = is_unique && seeds.insert(request.seed).second;
      }
      DeviceEvaluator::evaluate(requests, evaluations);
    }
    mutable std::set<std::uint64_t> seeds;
    mutable bool is_unique = true;
  };
  const Unique evaluator(record.game());
  const Settings settings = without_solver();
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  const SearchReport report = search.run({.visits = 4000});
  CHECK(evaluator.is_unique);
  CHECK(report.evaluations == static_cast<std::int64_t>(evaluator.seeds.size()));
}

TEST_CASE("a device that fails leaves a tree without what was under way") {
  const Record record = record_of("y", 8);
  const DeviceEvaluator evaluator(record.game(), 500);
  const Settings settings = without_solver();
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  CHECK_THROWS_WITH_AS(search.run({.visits = 100000}), "the device is gone", std::runtime_error);
  const SearchReport failed = search.report();
  CHECK(failed.visits > 2048);
  CHECK(failed.visits < 100000);
  CHECK(sum_of_visits(failed) == failed.visits);
  const SearchReport report = search.run({.visits = 6000});
  CHECK(report.visits == std::max<std::int64_t>(6000, failed.visits));
  CHECK(sum_of_visits(report) == report.visits);
}

TEST_CASE("asked to stop, a search judges no more than what it has gathered") {
  const Record record = record_of("hex", 9);
  class Stopping final : public DeviceEvaluator {
   public:
    using DeviceEvaluator::DeviceEvaluator;
    void evaluate(std::span<const EvaluationRequest> requests,
                  std::span<Evaluation> evaluations) const override {
      if (++calls == 500) stop.request_stop();
      DeviceEvaluator::evaluate(requests, evaluations);
    }
    mutable std::stop_source stop;
    mutable int calls = 0;
  };
  const Stopping evaluator(record.game());
  const Settings settings = without_solver();
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  const SearchReport report = search.run({}, evaluator.stop.get_token());
  CHECK(evaluator.calls >= 500);
  CHECK(evaluator.calls <= 501);
  CHECK(sum_of_visits(report) == report.visits);
}
