#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <random>
#include <set>
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

#include "tests/tools/processes.hpp"
#include "tests/tools/run_program.hpp"
#include "tests/tools/temporary_folder.hpp"
#include "tests/tools/tournaments.hpp"

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

TEST_CASE("killed again and again, a tournament ends with the same table") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", whole = folder / "whole", out = folder / "out";
  for (const std::string format : {"round-robin", "swiss", "knockout"}) {
    CAPTURE(format);
    // Engines that start anew for each game play the same ones each time.
    json document = json::parse(random_spec(
        R"("size": 4, "games": 4, "openings": "all-1ply", "format": ")" + format + "\"", 5));
    for (json& one : document.at("engines")) one["restart"] = true;
    write_text(spec, document.dump());
    std::filesystem::remove_all(whole);
    std::filesystem::remove_all(out);
    const auto begin = std::chrono::steady_clock::now();
    const Run expected = run(folder, "tournament " + spec.string() + " --out " + whole.string());
    REQUIRE(expected.code == 0);
    const std::chrono::duration<double> whole_time = std::chrono::steady_clock::now() - begin;

    // However fast the machine is, several kills come before the end.
    std::uniform_real_distribution<double> share(0, 0.2);
    std::mt19937 random(1);
    int kills = 0;
    for (int i = 0; i < 12; ++i) {
      const int child = start_tournament(folder, spec, out, "--resume");
      std::this_thread::sleep_for(share(random) * whole_time);
      ::kill(child, SIGKILL);
      int status = 0;
      ::waitpid(child, &status, 0);
      kills += WIFSIGNALED(status) ? 1 : 0;
    }
    CHECK(kills > 2);
    const Run last =
        run(folder, "tournament " + spec.string() + " --out " + out.string() + " --resume");
    CHECK(last.code == 0);
    CHECK(without_times(last.output) == without_times(expected.output));
    auto games = games_of(out), expected_games = games_of(whole);
    REQUIRE(games.size() == expected_games.size());
    for (std::size_t i = 0; i < games.size(); ++i) {
      for (const char* field : {"black", "white", "opening", "moves", "winner", "round"}) {
        CHECK(games[i].at(field) == expected_games[i].at(field));
      }
    }
  }
}

TEST_CASE("a tournament that was killed is resumed to the same set of games") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  write_text(spec, random_spec(R"("size": 5, "games": 400, "openings": "all-1ply", "jobs": 2)"));
  const std::string arguments = "tournament " + spec.string() + " --out " + out.string();

  const int child = start_tournament(folder, spec, out);
  wait_for_games(out, 5);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  const auto before = games_of(out);
  REQUIRE(before.size() < 400);

  CHECK(run(folder, arguments).code == 2);  // not without --resume
  CHECK(games_of(out) == before);
  const Run resumed = run(folder, arguments + " --resume");
  CHECK(resumed.code == 0);
  const auto games = games_of(out);
  REQUIRE(games.size() == 400);
  for (const json& game : before) CHECK(games[game.at("id").get<std::size_t>()] == game);
  std::map<json, std::vector<int>> openings;  // ids by opening
  std::set<int> ids;
  for (const json& game : games) {
    ids.insert(game.at("id").get<int>());
    openings[game.at("opening")].push_back(game.at("id"));
    CHECK(game.at("black") == (game.at("id").get<int>() % 2 == 0 ? "random0" : "random1"));
  }
  CHECK(ids.size() == 400);
  CHECK(openings.size() == 25);
  for (const auto& [opening, of_opening] : openings) CHECK(of_opening.size() == 16);

  // Nothing more to do, and another tournament's games are not taken over.
  CHECK(run(folder, arguments + " --resume").code == 0);
  CHECK(games_of(out) == games);
  write_text(spec, random_spec(R"("size": 4, "games": 400, "openings": "all-1ply")"));
  const Run other = run(folder, arguments + " --resume");
  CHECK(other.code == 2);
  CHECK(other.errors.find("results.sqlite is of another tournament: /size is 5 there and 4 in") !=
        std::string::npos);
  CHECK(count_lines(other.errors) == 1);
  CHECK(games_of(out) == games);
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
  // Stands for one that was killed, until it is told that it is waited for.
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
