#include "gpu/backend/backend.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/fills/cpu_fill_backend.hpp"
#include "gpu/backend/checked.hpp"
#include "gpu/backend/fallback.hpp"
#include "gpu/backend/make_on_backend.hpp"
#include "gpu/playout/compare_playouts.hpp"
#include "gpu/playout/make_playout_backend.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/fill_tasks.hpp"

namespace isthmus {

namespace {

FillTask task_of_three_by_three(std::uint64_t seed) {
  return test::empty_board(Board::rhombus(3, 3), 5, kFillsPerUnit, seed);
}

// Tallies rightly `good` times, then fails.
class Failing final : public FillBackend {
 public:
  explicit Failing(int good) : good_(good) {}

  void run(std::span<const FillTask> tasks, std::span<FillCounts> tallies) const override {
    if (good_-- <= 0) {
      for (FillCounts& tally : tallies) tally = {1, 0xdeadbeef, {0xdeadbeef}, {0xdeadbeef}};
      throw BackendError("it fell off the bus");
    }
    CpuFillBackend().run(tasks, tallies);
  }
  int preferred_batch() const override { return 64; }

 private:
  mutable int good_;
};

// Tallies rightly but for what change(tally) does.
template <class Change>
class Wrong final : public FillBackend {
 public:
  explicit Wrong(Change change) : change_(change) {}

  void run(std::span<const FillTask> tasks, std::span<FillCounts> tallies) const override {
    CpuFillBackend().run(tasks, tallies);
    change_(tallies.back());
  }

 private:
  Change change_;
};

void check_right(const FillBackend& backend) {
  const std::vector<FillTask> tasks = {task_of_three_by_three(1), task_of_three_by_three(2)};
  std::vector<FillCounts> tallies(2), expected(2);
  backend.run(tasks, tallies);
  CpuFillBackend().run(tasks, expected);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CHECK(tallies[i].fills == expected[i].fills);
    CHECK(tallies[i].black_connects == expected[i].black_connects);
    CHECK(tallies[i].black == expected[i].black);
    CHECK(tallies[i].black_and_connects == expected[i].black_and_connects);
  }
}

template <class Change>
std::string mismatch(Change change) {
  const Checked<FillBackend> check(std::make_unique<CpuFillBackend>(),
                                   std::make_unique<Wrong<Change>>(change));
  const std::vector<FillTask> tasks = {task_of_three_by_three(1), task_of_three_by_three(2)};
  std::vector<FillCounts> tallies(2);
  return test::error_of<BackendError>([&] { check.run(tasks, tallies); });
}

}  // namespace

TEST_CASE("a backend that fails hands over to the next, and says so once") {
  std::vector<std::string> notices;
  const Fallback<FillBackend> backend(
      std::make_unique<Failing>(2), std::make_unique<CpuFillBackend>(),
      [&](const std::string& notice) { notices.push_back(notice); });
  check_right(backend);
  CHECK(backend.preferred_batch() == 64);
  check_right(backend);
  CHECK(notices.empty());
  for (int i = 0; i < 3; ++i) {
    check_right(backend);  // the batch in which it fails as well
    CHECK(notices == std::vector<std::string>{"it fell off the bus"});
    CHECK(backend.preferred_batch() == 1);
  }
}

TEST_CASE("a task that is wrong is no reason to hand over") {
  int notices = 0;
  const Fallback<FillBackend> backend(std::make_unique<CpuFillBackend>(),
                                      std::make_unique<Failing>(0),
                                      [&](const std::string&) { ++notices; });
  FillTask task = task_of_three_by_three(1);
  task.fills = 1;
  FillCounts tally;
  CHECK_THROWS_AS(backend.run({&task, 1}, {&tally, 1}), std::invalid_argument);
  CHECK(notices == 0);
  check_right(backend);
}

TEST_CASE("what is checked is the tally of the first, and must be that of the second") {
  check_right(
      Checked<FillBackend>(std::make_unique<CpuFillBackend>(), std::make_unique<CpuFillBackend>()));
  CHECK(mismatch([](FillCounts&) {}) == "no error");
  const std::string task =
      "two counts of one task differ (3 rows, 3 columns, 9 empty cells, 5 to turn black, seed "
      "2): ";
  CHECK(mismatch([](FillCounts& tally) { tally.fills = 1; }) == task + "fills: 512 and 1");
  CHECK(mismatch([](FillCounts& tally) {
          tally.black_connects = 9999;
        }).starts_with(task + "fills in which Black connects: "));
  CHECK(mismatch([](FillCounts& tally) { tally.black[8] = 7777; }).ends_with(" and 7777"));
  CHECK(mismatch([](FillCounts& tally) {
          ++tally.black_and_connects[3];
        }).starts_with(task + "black where Black connects at cell 3: "));
  CHECK(mismatch([](FillCounts& tally) { tally.black.pop_back(); }) ==
        task + "the number of cells: 9 and 8");
}

TEST_CASE("backends have names") {
  CHECK(find_backend("auto") == Backend::automatic);
  CHECK(find_backend("cpu") == Backend::cpu);
  CHECK(find_backend("gpu") == Backend::gpu);
  CHECK(find_backend("check") == Backend::check);
  CHECK_FALSE(find_backend("GPU"));
  CHECK_FALSE(find_backend(""));
}

TEST_CASE("the CPU is to be had everywhere") {
  check_right(*make_playout_backends(Backend::cpu, {}, [](const std::string&) {
                 FAIL("no notice");
               }).fills);
  int notices = 0;
  check_right(
      *make_playout_backends(Backend::automatic, {}, [&](const std::string&) { ++notices; }).fills);
  // Only a device that there is may be reported.
  CHECK(notices <= (kHasCuda ? 1 : 0));
}

}  // namespace isthmus
