// What runs on many machines rest on, apart from MPI itself, which mpi_check.py tests.

#include "tools/selfplay/ranks.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/tools/temporary_folder.hpp"
#include "tools/mpi/one_gpu.hpp"
#include "tools/mpi/roll_call.hpp"
#include "tools/selfplay/game_numbers.hpp"
#include "tools/selfplay/totals.hpp"

using namespace isthmus;
using namespace isthmus::selfplay;

TEST_CASE("a rank that is silent for too long is lost once, one that has left is not missed") {
  const auto begin = mpi::RollCall::Clock::now();
  const auto after = [&](int seconds) { return begin + std::chrono::seconds(seconds); };
  mpi::RollCall roll(4, 10, begin);
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
  const auto sizes = parse_sizes("11:6,9:2,13:2");
  CHECK(games_by_size(sizes, 100) == std::vector<std::int64_t>{60, 20, 20});
  CHECK(games_by_size(sizes, 3) == std::vector<std::int64_t>{2, 0, 1});
  CHECK(games_by_size(sizes, 0) ==
        std::vector<std::int64_t>(3, std::numeric_limits<std::int64_t>::max()));
  CountedNumbers numbers({2, 0});
  CHECK(numbers.next(0) == GameNumber{0, 0});
  CHECK(numbers.next(0) == GameNumber{0, 1});
  CHECK(!numbers.next(0));
  CHECK(!numbers.next(1));
  CHECK(!numbers.has_more());
}

TEST_CASE("each file of unfinished games is gone on with by one rank") {
  const TemporaryFolder folder;
  const auto base = folder / "unfinished.shard";
  const auto numbered = [&](int number) {
    return folder / ("unfinished-" + std::to_string(number) + ".shard");
  };
  CHECK(unfinished_files(base, 1, 3).of_others.empty());
  CHECK(unfinished_files(folder / "none" / "unfinished.shard", 1, 3).of_others.empty());
  using Paths = std::vector<std::filesystem::path>;
  Paths expected{base};
  for (int number : {1, 2, 4, 5, 7, 12}) expected.push_back(numbered(number));  // some are gone
  for (const auto& path : expected) write_text(path, "");
  for (const char* other : {"unfinished-.shard", "unfinished-03.shard", "unfinished-x.shard",
                            "games-00003.shard", "unfinished-3.shard.partial", "u"}) {
    write_text(folder / other, "");
  }
  std::sort(expected.begin(), expected.end());
  for (int ranks : {1, 2, 3, 4, 8, 20}) {
    Paths all;
    for (int rank = ranks == 1 ? 0 : 1; rank < ranks; ++rank) {
      const UnfinishedFiles files = unfinished_files(base, rank, ranks);
      CHECK(files.own == (rank == 0 ? base : numbered(rank)));
      if (std::filesystem::exists(files.own)) all.push_back(files.own);
      all.insert(all.end(), files.of_others.begin(), files.of_others.end());
    }
    std::sort(all.begin(), all.end());
    CHECK(all == expected);
  }
}

TEST_CASE("totals of several ranks are sums, over the longest of their times") {
  using json = nlohmann::ordered_json;
  const json a = {{"seconds", 2.0}, {"games", 5}, {"evaluatingSeconds", 1.5}};
  const json b = {{"seconds", 3.0}, {"games", 7}, {"evaluatingSeconds", 0.25}};
  CHECK(add_totals({}, a) == a);
  CHECK(add_totals(a, b) == json{{"seconds", 3.0}, {"games", 12}, {"evaluatingSeconds", 1.75}});
}
