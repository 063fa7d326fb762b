// What runs on many machines rest on, apart from MPI itself, which mpi_check.py tests.

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tools/mpi/heartbeats.hpp"
#include "tools/mpi/one_gpu.hpp"
#include "tools/selfplay/distributed.hpp"
#include "tools/selfplay/game_numbers.hpp"
#include "tools/selfplay/totals.hpp"

using namespace isthmus;

TEST_CASE("a rank that is silent for too long is lost once, one that has left is not missed") {
  const auto begin = mpi::Heartbeats::Clock::now();
  const auto after = [&](int seconds) { return begin + std::chrono::seconds(seconds); };
  mpi::Heartbeats roll(4, 10, begin);
  CHECK(roll.count_there() == 3);
  roll.heard(1, after(5));
  roll.gone(3);
  CHECK(roll.find_lost(after(10)).empty());
  CHECK(roll.find_lost(after(11)) == std::vector{2});
  CHECK(roll.find_lost(after(12)).empty());
  CHECK(roll.count_there() == 1);
  CHECK(roll.count_lost() == 1);
  CHECK(roll.find_lost(after(16)) == std::vector{1});
  CHECK(roll.count_lost() == 2);
  // It was only asleep.
  roll.heard(2, after(17));
  roll.heard(3, after(17));
  CHECK(roll.count_there() == 1);
  CHECK(roll.count_lost() == 1);
  CHECK(roll.find_lost(after(28)) == std::vector{2});
  roll.heard(1, after(30));
  roll.excuse_all(after(50));
  CHECK(roll.find_lost(after(60)).empty());
  CHECK(roll.find_lost(after(61)) == std::vector{1});
}

TEST_CASE("ranks of a machine take turns at its GPUs") {
  using mpi::visible_gpu;
  CHECK(visible_gpu(0, nullptr, 4) == "0");
  CHECK(visible_gpu(3, nullptr, 4) == "3");
  CHECK(visible_gpu(5, nullptr, 4) == "1");
  CHECK(visible_gpu(0, nullptr, 0).empty());
  // What a scheduler has left this task: numbers or names, one or several.
  CHECK(visible_gpu(1, "4,6", 8) == "6");
  CHECK(visible_gpu(2, "4,6", 8) == "4");
  CHECK(visible_gpu(3, "GPU-8932f937", 8) == "GPU-8932f937");
  CHECK(visible_gpu(3, "", 8).empty());
}

TEST_CASE("games are shared out among sizes, and none is left over") {
  const auto sizes = selfplay::parse_sizes("11:6,9:2,13:2");
  CHECK(games_by_size(sizes, 100) == std::vector<std::int64_t>{60, 20, 20});
  CHECK(games_by_size(sizes, 3) == std::vector<std::int64_t>{2, 0, 1});
  CHECK(games_by_size(sizes, 0) ==
        std::vector<std::int64_t>(3, std::numeric_limits<std::int64_t>::max()));
  selfplay::CountedNumbers numbers({2, 0}, 70);
  CHECK(numbers.next(0) == selfplay::GameNumber{0, 70});
  CHECK(numbers.next(0) == selfplay::GameNumber{0, 71});
  CHECK(!numbers.next(0));
  CHECK(!numbers.next(1));
  CHECK(!numbers.has_more());
}

TEST_CASE("totals of several ranks are sums, over the longest of their times") {
  using nlohmann::ordered_json;
  const ordered_json a = {{"seconds", 2.0}, {"games", 5}, {"evaluatingSeconds", 1.5}};
  const ordered_json b = {{"seconds", 3.0}, {"games", 7}, {"evaluatingSeconds", 0.25}};
  CHECK(selfplay::add_totals({}, a) == a);
  CHECK(selfplay::add_totals(a, b) ==
        ordered_json{{"seconds", 3.0}, {"games", 12}, {"evaluatingSeconds", 1.75}});
}
