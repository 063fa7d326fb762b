// Tournaments that are killed, and go on.

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <sys/wait.h>

#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tests/tools/tournament/tournaments.hpp"

using nlohmann::json;

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

    // However fast the machine is, and whatever else it does, several kills come before the end.
    std::uniform_real_distribution<double> share(0, 0.1);
    std::mt19937 random(1);
    int kills = 0;
    for (int i = 0; i < isthmus::test::fewer_if_sanitized(20, 2); ++i) {
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
  constexpr int kGames = isthmus::test::fewer_if_sanitized(400, 4);
  const auto spec_of = [](int size) {
    return random_spec("\"size\": " + std::to_string(size) + ", \"games\": " +
                       std::to_string(kGames) + R"(, "openings": "all-1ply", "jobs": 2)");
  };
  write_text(spec, spec_of(5));
  const std::string arguments = "tournament " + spec.string() + " --out " + out.string();

  const int child = start_tournament(folder, spec, out);
  wait_for_games(out, 5);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  const auto before = games_of(out);
  REQUIRE(before.size() < kGames);

  CHECK(run(folder, arguments).code == 2);  // not without --resume
  CHECK(games_of(out) == before);
  const Run resumed = run(folder, arguments + " --resume");
  CHECK(resumed.code == 0);
  const auto games = games_of(out);
  REQUIRE(games.size() == kGames);
  for (const json& game : before) CHECK(games[game.at("id").get<std::size_t>()] == game);
  std::map<json, std::vector<int>> openings;  // ids by opening
  std::set<int> ids;
  for (const json& game : games) {
    ids.insert(game.at("id").get<int>());
    openings[game.at("opening")].push_back(game.at("id"));
    CHECK(game.at("black") == (game.at("id").get<int>() % 2 == 0 ? "random0" : "random1"));
  }
  CHECK(ids.size() == kGames);
  CHECK(openings.size() == 25);
  for (const auto& [opening, of_opening] : openings) CHECK(of_opening.size() == kGames / 25);

  // Nothing more to do, and another tournament's games are not taken over.
  CHECK(run(folder, arguments + " --resume").code == 0);
  CHECK(games_of(out) == games);
  write_text(spec, spec_of(4));
  const Run other = run(folder, arguments + " --resume");
  CHECK(other.code == 2);
  CHECK(other.errors.find("results.sqlite is of another tournament: /size is 5 there and 4 in") !=
        std::string::npos);
  CHECK(count_lines(other.errors) == 1);
  CHECK(games_of(out) == games);
}
