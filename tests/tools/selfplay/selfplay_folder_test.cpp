// What runs of self-play into one folder share: numbers of games, and unfinished games.

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "tests/tools/base/temporary_folder.hpp"
#include "tests/tools/selfplay/selfplay_games.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/selfplay/game_numbers.hpp"
#include "tools/selfplay/shards.hpp"
#include "tools/selfplay/unfinished.hpp"

using namespace isthmus;
using namespace isthmus::selfplay;

namespace {

using Paths = std::vector<std::filesystem::path>;

// Runs the body in four threads, each with its number.
template <typename Body>
void in_threads(const Body& body) {
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < 4; ++i) threads.emplace_back(body, i);
}

}  // namespace

TEST_CASE("each run into a folder has numbers of its own") {
  const TemporaryFolder folder;
  const auto out = folder / "out";
  constexpr std::int64_t kRun = 1'099'511'627'776;  // 2^40
  CHECK(claim_numbers(out) == 0);
  CHECK(claim_numbers(out) == kRun);
  std::filesystem::remove(out / "run-00000");
  CHECK(claim_numbers(out) == 2 * kRun);
  write_text(out / "run-00012", "");
  write_text(out / "run-77", "");  // is none
  CHECK(claim_numbers(out) == 13 * kRun);

  // All at once.
  std::vector<std::int64_t> claimed(64);
  in_threads([&](std::size_t thread) {
    for (std::size_t k = thread; k < claimed.size(); k += 4) claimed[k] = claim_numbers(out);
  });
  std::sort(claimed.begin(), claimed.end());
  for (std::size_t i = 0; i < claimed.size(); ++i) {
    CHECK(claimed[i] == (14 + static_cast<std::int64_t>(i)) * kRun);
  }

  // Games that were there before have had the first numbers; a shard that holds none has not.
  const auto old = folder / "old";
  std::filesystem::create_directories(old);
  write_shard(old / "games-00000.shard", {});
  CHECK(claim_numbers(old) == 0);
  std::filesystem::remove(old / "run-00000");
  write_shard(old / "games-00001.shard", std::vector{unfinished_game(1)});
  CHECK(claim_numbers(old) == kRun);
}

TEST_CASE("each file of unfinished games is gone on with by one rank") {
  const TemporaryFolder folder;
  const auto base = folder / "unfinished.shard";
  const auto numbered = [&](int number) {
    return folder / ("unfinished-" + std::to_string(number) + ".shard");
  };
  CHECK(list_unfinished(base, 1, 3).empty());
  CHECK(list_unfinished(folder / "none" / "unfinished.shard", 1, 3).empty());
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
      const Paths files = list_unfinished(base, rank, ranks);
      CHECK(files.size() <= 7 / static_cast<std::size_t>(std::max(1, ranks - 1)) + 2);
      all.insert(all.end(), files.begin(), files.end());
    }
    std::sort(all.begin(), all.end());
    CHECK(all == expected);
  }
}

TEST_CASE("unfinished games are kept by many at once, and each taken by one") {
  const TemporaryFolder folder;
  const auto base = folder / "more.2" / "hand.shard";
  constexpr std::uint64_t kEach = 12;
  in_threads([&](std::size_t thread) {
    for (std::uint64_t i = 0; i < kEach; ++i) {
      keep_unfinished(base, thread == 0 ? 1 : 0, std::vector{unfinished_game(thread * kEach + i)});
    }
  });
  std::vector<std::string> notes;
  const auto note = [&](const std::string& text) { notes.push_back(text); };
  const Paths files = list_unfinished(base, 0, 1);
  CHECK(files.size() == 4 * kEach);
  std::vector<std::vector<GameRecord>> taken(4);
  in_threads([&](std::size_t thread) {
    for (const auto& file : files) {
      for (GameRecord& game : take_unfinished(file, note)) taken[thread].push_back(std::move(game));
    }
  });
  std::set<std::uint64_t> seeds;
  for (const auto& games : taken) {
    for (const GameRecord& game : games) CHECK(seeds.insert(game.seed).second);
  }
  CHECK(seeds.size() == 4 * kEach);
  CHECK(std::filesystem::is_empty(folder / "more.2"));
  CHECK(notes.empty());

  // What is damaged is reported by the name that the file had.
  keep_unfinished(base, 0, std::vector{unfinished_game(1), unfinished_game(2), unfinished_game(3)});
  std::string damaged = read_text(base);
  damaged[damaged.size() / 2] ^= 1;
  write_text(base, damaged);
  const auto left = take_unfinished(base, note);
  REQUIRE(left.size() == 2);
  CHECK(left[1].seed == 3);
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].find(base.string() + ": ") == 0);

  write_text(base, "something else");
  CHECK_THROWS_AS(take_unfinished(base, note), BadInput);
  CHECK(read_text(base) == "something else");
}
