#include <algorithm>
#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tools/base/processes.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tests/tools/tournament/tournaments.hpp"

using nlohmann::json;

namespace {

// A spec of which one engine hangs in its game. It writes the ids of its processes to a file.
std::string hanging_spec(const std::string& ids) {
  return R"({"size": 5, "games": 2, "engines": [)" + engine("good", "random 1") + ", " +
         engine("hang", "hang " + ids) + "]}";
}

// The check of the engines starts it first, the game second.
void wait_for_hang(const std::string& ids) {
  while (processes_in(ids).size() < 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

}  // namespace

TEST_CASE("a strict tournament stops at the first misbehaviour, and goes on later") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  write_text(spec, R"({"size": 5, "games": 4, "openings": [["a1"]], "engines": [)" +
                       engine("good", "random 1") + ", " + engine("bad", "illegal") + "]}");
  const std::string arguments = "tournament " + spec.string() + " --out " + out.string();
  const Run strict = run(folder, arguments + " --strict");
  CHECK(strict.code == 1);
  CHECK(strict.errors.find("game 0: engine 'bad' misbehaved (illegal-move): 'a1' is not legal") !=
        std::string::npos);
  CHECK(count_lines(strict.errors) == 1);
  CHECK(games_of(out).empty());
  CHECK(run(folder, arguments + " --resume").code == 0);
  CHECK(games_of(out).size() == 4);
}

TEST_CASE("a tournament played in parts is put together") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  write_text(spec, random_spec(R"("size": 4, "games": 10, "openings": "all-1ply")"));
  std::vector<json> played;
  std::string take;
  for (int part : {3, 1, 2}) {
    const auto part_out = folder / std::to_string(part);
    CHECK(run(folder, "tournament " + spec.string() + " --out " + part_out.string() + " --part " +
                          std::to_string(part) + "/3")
              .code == 0);
    const auto games = games_of(part_out);
    for (const json& game : games) CHECK(game.at("pair").get<int>() % 3 == part - 1);
    CHECK(games.size() == (part == 3 ? 2 : 4));
    played.insert(played.end(), games.begin(), games.end());
    take += " --take " + part_out.string();
  }
  const Run whole = run(folder, "tournament " + spec.string() + " --out " + out.string() + take);
  CHECK(whole.code == 0);
  CHECK(whole.errors.empty());  // nothing was left to play
  CHECK(whole.output.find("hex 4x4, 10 games") != std::string::npos);
  const auto by_id = [](const json& a, const json& b) { return a.at("id") < b.at("id"); };
  std::sort(played.begin(), played.end(), by_id);
  CHECK(games_of(out) == played);
}

TEST_CASE("two runs do not write to one folder") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  const std::string ids = (folder / "ids").string();
  write_text(spec, hanging_spec(ids));
  const int child = start_tournament(folder, spec, out);
  wait_for_hang(ids);
  const Run second =
      run(folder, "tournament " + spec.string() + " --out " + out.string() + " --resume");
  CHECK(second.code == 2);
  const std::string other = "isthmus: another tournament is writing to " + out.string();
  CHECK(second.errors == other + "; waiting a moment for its end\n" + other +
                             "; wait for its end, or give another folder to --out\n");
  ::kill(child, SIGTERM);
  ::waitpid(child, nullptr, 0);
}

TEST_CASE("a run that is ending is waited for") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  write_text(spec, random_spec(R"("size": 4, "games": 2)"));
  REQUIRE(run(folder, "tournament " + spec.string() + " --out " + out.string()).code == 0);
  // Stands for one that was killed, until a note says that it is waited for.
  const int held = ::open(out.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  REQUIRE(::flock(held, LOCK_EX | LOCK_NB) == 0);
  const std::jthread ending([&](const std::stop_token& stop) {
    while (!stop.stop_requested() &&
           read_text(folder / "stderr").find("; waiting a moment") == std::string::npos) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ::close(held);
  });
  const Run waiting =
      run(folder, "tournament " + spec.string() + " --out " + out.string() + " --resume");
  CHECK(waiting.code == 0);
  CHECK(count_lines(waiting.errors) == 1);
}

TEST_CASE("SIGTERM ends the engines, and leaves the results valid") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  const std::string ids = (folder / "ids").string();
  write_text(spec, hanging_spec(ids));
  std::jthread killer([&] {
    wait_for_hang(ids);
    std::system(("kill -TERM $(cat " + (folder / "pid").string() + ")").c_str());
  });
  const Run result = run(folder, "tournament " + spec.string() + " --out " + out.string(),
                         "echo $$ > " + (folder / "pid").string() + "; exec ");
  CHECK(result.code == 1);
  CHECK(result.errors.find("stopped with 2 games to play") != std::string::npos);
  CHECK(result.errors.find("--resume") != std::string::npos);
  CHECK(games_of(out).empty());
  CHECK(count_running(processes_in(ids)) == 0);
}

TEST_CASE("a disk that is full fails the job, and keeps what was written") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  write_text(spec, random_spec(R"("size": 5, "games": 40, "openings": "all-1ply")"));
  // Files may have 64 KiB (128 blocks of 512 bytes), as if the disk ended there.
  const Run result =
      run(folder, "tournament " + spec.string() + " --out " + out.string(), "ulimit -f 128; ");
  CHECK(result.code == 1);
  CAPTURE(result.errors);
  CHECK(result.errors.find((out / "results.sqlite").string()) != std::string::npos);
  CHECK(result.errors.find("File too large") != std::string::npos);
  const auto stored = games_of(out);
  CHECK(stored.size() >= 1);
  CHECK(stored.size() < 40);
  CHECK(run(folder, "tournament " + spec.string() + " --out " + out.string() + " --resume").code ==
        0);
  const auto games = games_of(out);
  CHECK(games.size() == 40);
  for (const json& game : stored) CHECK(games[game.at("id").get<std::size_t>()] == game);
}
