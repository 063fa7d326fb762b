#include "gpu/backend/backend.hpp"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/playout/cpu_tallier.hpp"
#include "gpu/playout/check_tallier.hpp"
#include "gpu/playout/fallback_tallier.hpp"
#include "gpu/playout/make_tallier.hpp"

namespace isthmus {

namespace {

FillTask task_of_three_by_three(std::uint64_t seed) {
  FillTask task;
  task.rows = task.columns = 3;
  task.reduction_side = 5;
  task.empty = CellSet::range(0, 9);
  task.blacks = 5;
  task.fills = kFillsPerUnit;
  task.seed = seed;
  return task;
}

// Tallies rightly `good` times, then fails.
class Failing final : public Tallier {
 public:
  explicit Failing(int good) : good_(good) {}

  void tally(std::span<const FillTask> tasks, std::span<Tally> tallies) const override {
    if (good_-- <= 0) {
      for (Tally& tally : tallies) tally = {1, 0xdeadbeef, {0xdeadbeef}, {0xdeadbeef}};
      throw BackendError("it fell off the bus");
    }
    CpuTallier().tally(tasks, tallies);
  }
  int preferred_batch() const override { return 64; }

 private:
  mutable int good_;
};

// Tallies rightly but for what change(tally) does.
template <class Change>
class Wrong final : public Tallier {
 public:
  explicit Wrong(Change change) : change_(change) {}

  void tally(std::span<const FillTask> tasks, std::span<Tally> tallies) const override {
    CpuTallier().tally(tasks, tallies);
    change_(tallies.back());
  }

 private:
  Change change_;
};

void check_right(const Tallier& tallier) {
  const std::vector<FillTask> tasks = {task_of_three_by_three(1), task_of_three_by_three(2)};
  std::vector<Tally> tallies(2), expected(2);
  tallier.tally(tasks, tallies);
  CpuTallier().tally(tasks, expected);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    CHECK(tallies[i].fills == expected[i].fills);
    CHECK(tallies[i].black_connects == expected[i].black_connects);
    CHECK(tallies[i].black == expected[i].black);
    CHECK(tallies[i].black_and_connects == expected[i].black_and_connects);
  }
}

template <class Change>
std::string mismatch(Change change) {
  const CheckTallier check(std::make_unique<CpuTallier>(), std::make_unique<Wrong<Change>>(change));
  const std::vector<FillTask> tasks = {task_of_three_by_three(1), task_of_three_by_three(2)};
  std::vector<Tally> tallies(2);
  try {
    check.tally(tasks, tallies);
  } catch (const BackendError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("a tallier that fails hands over to the next, and says so once") {
  std::vector<std::string> notices;
  const FallbackTallier tallier(std::make_unique<Failing>(2), std::make_unique<CpuTallier>(),
                                [&](const std::string& notice) { notices.push_back(notice); });
  check_right(tallier);
  CHECK(tallier.preferred_batch() == 64);
  check_right(tallier);
  CHECK(notices.empty());
  for (int i = 0; i < 3; ++i) {
    check_right(tallier);  // the batch in which it fails as well
    CHECK(notices == std::vector<std::string>{"it fell off the bus"});
    CHECK(tallier.preferred_batch() == 1);
  }
}

TEST_CASE("a task that is wrong is no reason to hand over") {
  int notices = 0;
  const FallbackTallier tallier(std::make_unique<CpuTallier>(), std::make_unique<Failing>(0),
                                [&](const std::string&) { ++notices; });
  FillTask task = task_of_three_by_three(1);
  task.fills = 1;
  Tally tally;
  CHECK_THROWS_AS(tallier.tally({&task, 1}, {&tally, 1}), std::invalid_argument);
  CHECK(notices == 0);
  check_right(tallier);
}

TEST_CASE("what is checked is the tally of the first, and must be that of the second") {
  check_right(CheckTallier(std::make_unique<CpuTallier>(), std::make_unique<CpuTallier>()));
  CHECK(mismatch([](Tally&) {}) == "none");
  const std::string task =
      "two tallies of one task differ (3 rows, 3 columns, 9 empty cells, 5 to turn black, seed "
      "2): ";
  CHECK(mismatch([](Tally& tally) { tally.fills = 1; }) == task + "fills: 512 and 1");
  CHECK(mismatch([](Tally& tally) {
          tally.black_connects = 9999;
        }).starts_with(task + "fills in which Black connects: "));
  CHECK(mismatch([](Tally& tally) { tally.black[8] = 7777; }).ends_with(" and 7777"));
  CHECK(mismatch([](Tally& tally) {
          ++tally.black_and_connects[3];
        }).starts_with(task + "black where Black connects at cell 3: "));
  CHECK(mismatch([](Tally& tally) { tally.black.pop_back(); }) ==
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
  check_right(*make_tallier(Backend::cpu, {}, [](const std::string&) { FAIL("no notice"); }));
  int notices = 0;
  check_right(*make_tallier(Backend::automatic, {}, [&](const std::string&) { ++notices; }));
  CHECK(notices <= 1);
}

}  // namespace isthmus
