// Self-play that goes on in a folder, or is killed there: no game is played twice.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/net/net_file.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/net_bytes.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tests/tools/selfplay/selfplay_games.hpp"
#include "tools/selfplay/shards.hpp"
#include "tools/selfplay/unfinished.hpp"

using namespace isthmus;
using namespace isthmus::selfplay;

namespace {

// The seeds of all games in shards of a folder, and of unfinished ones.
std::multiset<std::uint64_t> seeds_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> shards = list_shards(folder);
  for (const auto& path : list_unfinished(folder / "unfinished.shard", 0, 1)) {
    shards.push_back(path);
  }
  std::multiset<std::uint64_t> seeds;
  for (const auto& shard : shards) {
    read_shard(shard, [&](const GameRecord& game) { seeds.insert(game.seed); });
  }
  return seeds;
}

template <typename Value>
bool are_different(const std::multiset<Value>& values) {
  return std::set<Value>(values.begin(), values.end()).size() == values.size();
}

// Self-play of small games into a folder, in a process of its own.
class Selfplay {
 public:
  explicit Selfplay(const std::filesystem::path& out, std::vector<std::string> more = {}) {
    std::vector<std::string> words{ISTHMUS_PROGRAM,  "selfplay", "--backend", "cpu",
                                   "--evaluator",    "fills",    "--fills",   "512",
                                   "--sizes",        "5",        "--visits",  "16",
                                   "--cheap-visits", "4",        "--workers", "2",
                                   "--parallel",     "16",       "--out",     out.string()};
    words.insert(words.end(), more.begin(), more.end());
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    process_ = ::fork();
    if (process_ != 0) return;
    ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
    ::dup2(STDOUT_FILENO, STDERR_FILENO);
    ::execv(arguments[0], arguments.data());
    std::_Exit(127);
  }
  Selfplay(const Selfplay&) = delete;
  Selfplay& operator=(const Selfplay&) = delete;

  // Sends a signal, if one is given, waits for the end, and returns how it ended.
  int end(int signal = 0) const {
    if (signal != 0) ::kill(process_, signal);
    int status = 0;
    ::waitpid(process_, &status, 0);
    return status;
  }

 private:
  int process_ = 0;
};

std::uintmax_t bytes_below(const std::filesystem::path& folder) {
  std::uintmax_t bytes = 0;
  if (!std::filesystem::exists(folder)) return bytes;
  for (const auto& shard : list_shards(folder)) {
    std::error_code is_gone;  // as a shard that holds no game, in the end
    const std::uintmax_t size = std::filesystem::file_size(shard, is_gone);
    if (!is_gone) bytes += size;
  }
  return bytes;
}

// Waits until `bytes` bytes of games have been added to a folder.
void wait_for_bytes(const std::filesystem::path& folder, std::uintmax_t bytes) {
  const std::uintmax_t until = bytes_below(folder) + bytes;
  for (int i = 0; i < 60'000; ++i) {
    if (bytes_below(folder) >= until) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  FAIL_CHECK("no games are added");
}

}  // namespace

TEST_CASE("the next run into a folder plays other games, as do several at a time") {
  const TemporaryFolder folder;
  const auto out = folder / "out";
  CHECK(Selfplay(out, {"--games", "30"}).end() == 0);
  CHECK(Selfplay(out, {"--games", "30"}).end() == 0);
  CHECK(seeds_below(out).size() == 60);
  {
    const Selfplay first(out, {"--games", "40"}), second(out, {"--games", "40"}),
        third(out, {"--games", "40"});
    for (const Selfplay* run : {&first, &second, &third}) CHECK(run->end() == 0);
  }
  const auto seeds = seeds_below(out);
  CHECK(seeds.size() == 180);
  CHECK(are_different(seeds));
}

TEST_CASE("ranks beside each other play by the newest net, and never the same game") {
  const TemporaryFolder folder;
  const auto out = folder / "out", nets = folder / "nets";
  std::vector<std::string> files;
  for (std::uint64_t seed : {1U, 2U})
    files.push_back(test::net_bytes(random_net("hex", 1, 32, seed)));
  const std::uint32_t first = parse_net(files[0]).checksum, second = parse_net(files[1]).checksum;
  std::filesystem::create_directories(nets);
  write_text(nets / "a.net", files[0]);
  const auto folder_of = [&](int rank) { return folder_of_rank(out, rank); };
  {
    const Selfplay one(out, {"--nets", nets.string(), "--rank", "0"}),
        other(out, {"--nets", nets.string(), "--rank", "1"});
    for (int rank : {0, 1}) wait_for_bytes(folder_of(rank), 3000);
    write_text(nets / "b.net", files[1].substr(0, 1000));  // not whole as yet
    for (int rank : {0, 1}) wait_for_bytes(folder_of(rank), 3000);
    write_text(nets / "b.net", files[1]);
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    for (int rank : {0, 1}) wait_for_bytes(folder_of(rank), 10000);
    for (const Selfplay* run : {&one, &other}) CHECK(run->end(SIGTERM) == 0);
  }
  std::multiset<std::uint64_t> seeds;
  for (int rank : {0, 1}) {
    std::set<std::uint32_t> played;
    for (const GameRecord& game : games_below(folder_of(rank))) played.insert(game.net);
    CHECK(played == std::set{first, second});
    seeds.merge(seeds_below(folder_of(rank)));
  }
  CHECK(are_different(seeds));
  // All of them are those of the folder.
  CHECK(list_shards(out) ==
        std::vector{folder_of(0) / "games-00000.shard", folder_of(1) / "games-00000.shard"});
  // A rank goes on with its own unfinished games.
  const std::size_t unfinished = games_in(folder_of(1) / "unfinished.shard").size();
  CHECK(unfinished > 0);
  CHECK(Selfplay(out, {"--rank", "1", "--games", "40"}).end() == 0);
  CHECK(!std::filesystem::exists(folder_of(1) / "unfinished.shard"));
  CHECK(std::filesystem::exists(folder_of(0) / "unfinished.shard"));
}

TEST_CASE("however often runs are killed, no game is played twice") {
  const TemporaryFolder folder;
  const auto out = folder / "out";
  constexpr int kRuns = test::fewer_if_sanitized(24, 2);
  for (int i = 0; i < kRuns; ++i) {
    // Two at a time; some end well, and leave unfinished games.
    const Selfplay run(out), other(out);
    wait_for_bytes(out, 3000 + 1000 * static_cast<std::uintmax_t>(i % 5));
    const bool is_killed = i % 3 != 2;
    CHECK((WTERMSIG(run.end(is_killed ? SIGKILL : SIGTERM)) == SIGKILL) == is_killed);
    other.end(SIGTERM);
  }
  CHECK(Selfplay(out, {"--games", "100"}).end() == 0);
  const auto seeds = seeds_below(out);
  CHECK(seeds.size() > kRuns * 10);
  CHECK(are_different(seeds));
}

TEST_CASE("unfinished games of other boards wait on") {
  const TemporaryFolder folder;
  const auto out = folder / "out";
  std::vector<GameRecord> games{unfinished_game(1), unfinished_game(2), unfinished_game(3)};
  games[1].rows = 6;
  keep_unfinished(out / "unfinished.shard", 0, games);
  CHECK(Selfplay(out, {"--games", "20"}).end() == 0);
  CHECK(games_in(out / "unfinished.shard") == std::vector{games[1]});
  const auto seeds = seeds_below(out);
  CHECK(seeds.size() == 21);
  for (const std::uint64_t seed : {1U, 2U, 3U}) CHECK(seeds.count(seed) == 1);
}

TEST_CASE("a disk that is full fails self-play, and what was written stays good") {
  const TemporaryFolder folder;
  const auto out = folder / "out";
  // Files may have 32 KiB (64 blocks of 512 bytes), as if the disk ended there.
  const Run full = run(folder,
                       "selfplay --backend cpu --evaluator fills --fills 512 --sizes 5 --visits 16 "
                       "--cheap-visits 4 --workers 2 --parallel 16 --out " +
                           out.string(),
                       "trap '' XFSZ; ulimit -f 64; ");
  CHECK(full.code == 1);
  CAPTURE(full.errors);
  CHECK(full.errors.find("cannot write " + (out / "games-00000.shard").string()) !=
        std::string::npos);
  CHECK(count_lines(full.errors) == 1);
  const auto played = seeds_below(out);
  CHECK(played.size() > 20);
  // What was unfinished is gone on with; it takes less room.
  const std::size_t unfinished = games_in(out / "unfinished.shard").size();
  CHECK(unfinished >= 10);
  CHECK(Selfplay(out, {"--games", "40"}).end() == 0);
  const auto seeds = seeds_below(out);
  CHECK(seeds.size() == played.size() - unfinished + 40);
  CHECK(are_different(seeds));
  for (std::uint64_t seed : played) CHECK(seeds.count(seed) == 1);
}
