#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <thread>
#include <utility>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <sys/wait.h>

#include "tests/tools/base/processes.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tests/tools/tournament/tournaments.hpp"

using nlohmann::json;

TEST_CASE("bad engines lose their games, the reasons are counted, and nothing is left running") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  const std::string ids = (folder / "ids").string();
  write_text(spec, R"({"size": 5, "games": 4, "jobs": 2, "openings": [["a1"]],
                       "time": {"perMove": 0.5, "margin": 0.5, "grace": 0}, "engines": [)" +
                       engine("good", "random 1") + ", " + engine("crash", "exit " + ids) + ", " +
                       engine("hang", "stubborn " + ids) + "]}");
  const Run result = run(folder, "tournament " + spec.string() + " --out " + out.string());
  CHECK(result.code == 0);
  std::map<std::pair<std::string, std::string>, int> losses;  // by loser and reason
  for (const json& game : games_of(out)) {
    const bool black_won = game.at("winner") == game.at("black");
    ++losses[{game.at(black_won ? "white" : "black"), game.at("reason")}];
  }
  // Between the two bad ones, White is the first to come to its second move.
  CHECK(losses == std::map<std::pair<std::string, std::string>, int>{{{"crash", "crash"}, 6},
                                                                     {{"hang", "hang"}, 6}});
  CHECK(count_running(processes_in(ids)) == 0);
  CHECK(read_text(out / "logs" / "engine-2-job-1.log").find("out of memory") != std::string::npos);
  CHECK(result.output.find("nan") == std::string::npos);
  CHECK(result.output.find("inf") == std::string::npos);
}

TEST_CASE("what an engine leaves running ends with it, wherever it has gone") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  const std::string ids = (folder / "ids").string();
  for (const char* mode : {"daemon", "exit-daemon", "orphan"}) {
    CAPTURE(mode);
    std::filesystem::remove_all(out);
    std::filesystem::remove(ids);
    write_text(spec, R"({"size": 5, "games": 2, "engines": [)" + engine("good", "random 1") + ", " +
                         engine("bad", mode + (" " + ids)) + "]}");
    CHECK(run(folder, "tournament " + spec.string() + " --out " + out.string()).code == 0);
    const bool plays_on = std::string(mode) == "daemon";
    for (const json& game : games_of(out)) {
      CHECK((game.at("reason") == "strays") == !plays_on);
    }
    CHECK(processes_in(ids).size() >= 3);  // the check of the engines, the engine, what it left
    CHECK(count_running(processes_in(ids)) == 0);
  }
}

TEST_CASE("nothing of the engines outlives a tournament that is killed") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  const std::string ids = (folder / "ids").string();
  // The first leaves a process at its second move, the other never comes to its second.
  write_text(spec, R"({"size": 5, "games": 2, "engines": [)" + engine("bad", "fork-daemon " + ids) +
                       ", " + engine("hang", "hang " + ids) + "]}");
  const int child = start_tournament(folder, spec, out);
  while (processes_in(ids).size() < 5) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  CHECK(is_running(processes_in(ids).back()));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK(count_running(processes_in(ids)) == 0);
}

TEST_CASE("an engine for which another colour begins is found before any game") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  for (const char* openings : {R"("none")", R"([["b2", "c3"]])"}) {
    CAPTURE(std::string(openings));
    std::filesystem::remove_all(out);
    write_text(spec, R"({"size": 5, "games": 2, "openings": )" + std::string(openings) +
                         R"(, "engines": [)" + engine("good", "random 1") + ", " +
                         engine("other", "white-begins " + (folder / "ids").string()) + "]}");
    const Run result = run(folder, "tournament " + spec.string() + " --out " + out.string());
    CHECK(result.code == 2);
    CHECK(result.errors.find("/engines/1: engine 'other' is not fit to play (refusal)") !=
          std::string::npos);
    CHECK(result.errors.find("play black") != std::string::npos);
    CHECK(count_lines(result.errors) == 1);
  }
}

TEST_CASE("an engine that cannot start is found before any game") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  write_text(spec, R"({"size": 5, "games": 2, "engines": [)" + engine("good", "random 1") +
                       R"(, {"name": "none", "command": "/no/such/engine gtp"}]})");
  const Run result = run(folder, "tournament " + spec.string() + " --out " + out.string());
  CHECK(result.code == 2);
  CHECK(result.errors.find("/engines/1: engine 'none'") != std::string::npos);
  CHECK(result.errors.find("exit status 127") != std::string::npos);
  CHECK(count_lines(result.errors) == 1);
}
