#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/board.hpp"
#include "protocols/sgf.hpp"
#include "tests/games/referee.hpp"
#include "tests/tools/processes.hpp"
#include "tests/tools/run_program.hpp"
#include "tests/tools/temporary_folder.hpp"
#include "tools/tournament/results_file.hpp"

using nlohmann::json;

namespace {

std::string engine(const std::string& name, const std::string& arguments) {
  // They may share cores.
  return json{
      {"name", name}, {"command", std::string(TEST_ENGINE) + " " + arguments}, {"threads", 0}}
      .dump();
}

// A spec of random players that take different moves.
std::string random_spec(const std::string& fields, int engines = 2) {
  std::string spec = "{" + fields + ", \"engines\": [";
  for (int i = 0; i < engines; ++i) {
    spec += (i == 0 ? "" : ", ") +
            engine("random" + std::to_string(i), "random " + std::to_string(i + 1));
  }
  return spec + "]}";
}

// The games that a folder holds, by their ids.
std::vector<json> games_of(const std::filesystem::path& folder) {
  const auto stored = isthmus::tournament::read_tournament(folder);
  std::vector<json> games;
  for (const auto& record : stored.records) {
    games.push_back(json::parse(to_line(record, stored.spec)));
  }
  return games;
}

// Starts a tournament in a process of its own.
int start(const TemporaryFolder& folder, const std::filesystem::path& spec,
          const std::filesystem::path& out, const char* option = nullptr) {
  std::fflush(nullptr);  // or the child writes it again
  const int child = ::fork();
  if (child == 0) {
    std::freopen((folder / "started").c_str(), "w", stdout);
    std::freopen((folder / "started").c_str(), "w", stderr);
    ::execl(ISTHMUS_PROGRAM, ISTHMUS_PROGRAM, "tournament", spec.c_str(), "--out", out.c_str(),
            option, nullptr);
    std::_Exit(127);
  }
  return child;
}

// The lines of a table but for the one that tells what was measured, and so is never the same.
std::string without_times(const std::string& table) {
  std::istringstream lines(table);
  std::string kept;
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("Clock overhead: ")) kept += line + "\n";
  }
  return kept;
}

// Waits until so many games are in a folder that a tournament is writing to.
void wait_for_games(const std::filesystem::path& folder, std::size_t count) {
  while (!std::filesystem::exists(folder / "results.sqlite") || games_of(folder).size() < count) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

// The colour that has won after these moves of Hex without a swap, played here without the rules.
std::string winning_colour(const json& moves, int side) {
  const isthmus::Board board = isthmus::Board::rhombus(side, side);
  isthmus::Position position;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto cell = *board.find(moves[i].get<std::string>());
    position.stones[i % 2].insert(cell);
    const auto result = Referee("hex", side, side).result(position);
    if (result == isthmus::Result::ongoing) continue;
    if (i + 1 != moves.size()) return "won before the end";
    return result == isthmus::Result::black ? "black" : "white";
  }
  return "none";
}

}  // namespace

TEST_CASE("a small tournament: every game has the winner that its moves say") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  write_text(spec, random_spec(R"("size": 4, "games": 12, "openings": "all-1ply", "jobs": 3)", 3));
  const Run result = run(folder, "tournament " + spec.string() + " --out " + out.string());
  CHECK(result.code == 0);
  CHECK(count_lines(result.errors) == 36);  // a line a game

  const auto games = games_of(out);
  REQUIRE(games.size() == 36);
  std::set<int> ids;
  std::map<std::string, double> points;
  std::map<std::tuple<std::string, std::string, json>, int> colours;
  for (const json& game : games) {
    CAPTURE(game.dump());
    const int id = game.at("id");
    ids.insert(id);
    CHECK(game.at("reason") == "rules");
    CHECK(game.at("plies") == game.at("moves").size());
    CHECK(game.at("seconds") > 0.0);
    CHECK(game.at("opening")[0] == game.at("moves")[0]);
    CHECK(game.at("milliseconds").size() == game.at("moves").size());
    CHECK(game.at("milliseconds")[0] == 0);
    const std::string colour = winning_colour(game.at("moves"), 4);
    REQUIRE((colour == "black" || colour == "white"));
    CHECK(game.at("winner") == game.at(colour));
    points[game.at("winner")] += 1;
    ++colours[{game.at("black"), game.at("white"), game.at("opening")}];

    std::string sgf_name = std::to_string(id) + ".sgf";
    sgf_name.insert(0, 8 - sgf_name.size(), '0');
    const auto sgf = isthmus::read_sgf(read_text(out / "sgf" / sgf_name));
    CHECK(sgf.black_name == game.at("black").get<std::string>());
    CHECK(sgf.result == (colour == "black" ? "B+" : "W+"));
    CHECK(sgf.record.turns().size() == game.at("moves").size());
  }
  CHECK(ids.size() == 36);
  for (const auto& [key, count] : colours) {
    const auto& [black, white, opening] = key;
    CHECK(count == 1);
    CHECK(colours.count({white, black, opening}) == 1);
  }

  const std::string table = read_text(out / "table.txt");
  CHECK(table == result.output);
  CHECK(table.find("hex 4x4, 36 games") != std::string::npos);
  for (const auto& [name, score] : points) {
    std::ostringstream row;
    row << name << "     24  " << std::setw(6) << score;
    CHECK(table.find(row.str()) != std::string::npos);
  }
  CHECK(table.find("nan") == std::string::npos);
  CHECK(table.find("inf") == std::string::npos);
}

TEST_CASE("bad engines lose their games, the reasons are counted, and nothing is left running") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  const std::string ids = (folder / "ids").string();
  write_text(spec, R"({"size": 5, "games": 4, "jobs": 2, "openings": [["a1"]],
                       "time": {"perMove": 0.2, "margin": 0.2, "grace": 0}, "engines": [)" +
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
  const int child = start(folder, spec, out);
  while (processes_in(ids).size() < 5) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  CHECK(is_running(processes_in(ids).back()));
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  CHECK(count_running(processes_in(ids)) == 0);
}

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
    const Run expected = run(folder, "tournament " + spec.string() + " --out " + whole.string());
    REQUIRE(expected.code == 0);

    std::mt19937 random(1);
    int kills = 0;
    for (int i = 0; i < 12; ++i) {
      const int child = start(folder, spec, out, "--resume");
      std::this_thread::sleep_for(std::chrono::milliseconds(random() % 150));
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

TEST_CASE("two runs do not write to one folder") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  const std::string ids = (folder / "ids").string();
  write_text(spec, R"({"size": 5, "games": 2, "engines": [)" + engine("good", "random 1") + ", " +
                       engine("hang", "hang " + ids) + "]}");
  const int child = start(folder, spec, out);
  while (processes_in(ids).size() < 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  const Run second =
      run(folder, "tournament " + spec.string() + " --out " + out.string() + " --resume");
  CHECK(second.code == 2);
  CHECK(second.errors.find("another tournament is writing to") != std::string::npos);
  ::kill(child, SIGTERM);
  ::waitpid(child, nullptr, 0);
}

TEST_CASE("engines run on the cores of their game") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  const auto cores = folder / "cores";
  json document = json::parse(random_spec(R"("size": 3, "games": 4, "jobs": 99)"));
  for (json& one : document.at("engines")) {
    one["threads"] = 1;
    one["command"] = "grep Cpus_allowed_list /proc/self/status >> " + cores.string() + "; exec " +
                     one.at("command").get<std::string>();
  }
  write_text(spec, document.dump());
  const Run result =
      run(folder, "tournament " + spec.string() + " --out " + out.string() + " --pin");
  CHECK(result.code == 0);
  CHECK(result.errors.find(" games at a time instead of 99: there are") != std::string::npos);
  std::istringstream lines(read_text(cores));
  int pinned = 0, count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    pinned += line.find_first_of(",-") == line.npos ? 1 : 0;
  }
  // The check of the engines is not pinned.
  CHECK(pinned >= count - 2);
  CHECK(pinned >= 2);

  for (json& one : document.at("engines")) one["threads"] = 1024;
  write_text(spec, document.dump());
  const Run refused =
      run(folder, "tournament " + spec.string() + " --out " + (folder / "x").string() + " --pin");
  CHECK(refused.code == 2);
  CHECK(refused.errors.find("/pin: a game needs 1024 cores") != std::string::npos);
}

TEST_CASE("a sequential test ends a match, with bounds from the command line") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  write_text(spec, R"({"size": 4, "games": 2000, "openings": "all-1ply", "engines": [)" +
                       engine("good", "random 1") + ", " + engine("bad", "resign") + "]}");
  const Run result = run(
      folder, "tournament " + spec.string() + " --out " + out.string() + " --elo0 0 --elo1 200");
  CHECK(result.code == 0);
  const std::size_t games = games_of(out).size();
  CHECK(games > 4);
  CHECK(games < 100);
  CHECK(run(folder, "tournament " + spec.string() + " --out " + (folder / "x").string() +
                        " --elo0 5 --elo1 1")
            .errors.find("/sprt is an object; give an elo0 (0) below elo1 (10)") !=
        std::string::npos);
}

TEST_CASE("Swiss tournaments and knockouts show how they stand") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json";
  for (const auto& [format, part] :
       {std::pair{"swiss", "Swiss, 3 rounds"}, {"knockout", "Knockout"}}) {
    const auto out = folder / format;
    write_text(spec, random_spec(R"("size": 4, "games": 2, "openings": "all-1ply", "jobs": 2,
                                    "format": ")" +
                                     std::string(format) + "\"",
                                 5));
    const Run result = run(folder, "tournament " + spec.string() + " --out " + out.string());
    CHECK(result.code == 0);
    CHECK(result.output.find(part) != std::string::npos);
    CHECK(run(folder, "tournament " + spec.string() + " --out x --part 1/2").code == 2);
  }
}

TEST_CASE("a tournament that was killed is resumed to the same set of games") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  write_text(spec, random_spec(R"("size": 5, "games": 400, "openings": "all-1ply", "jobs": 2)"));
  const std::string arguments = "tournament " + spec.string() + " --out " + out.string();

  const int child = start(folder, spec, out);
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

TEST_CASE("SIGTERM ends the engines, and leaves the results valid") {
  const TemporaryFolder folder;
  const auto spec = folder / "spec.json", out = folder / "out";
  const std::string ids = (folder / "ids").string();
  write_text(spec, R"({"size": 5, "games": 2, "engines": [)" + engine("good", "random 1") + ", " +
                       engine("hang", "hang " + ids) + "]}");
  std::jthread killer([&] {
    // The check of the engines starts it first, the game second.
    while (processes_in(ids).size() < 2) std::this_thread::sleep_for(std::chrono::milliseconds(5));
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

TEST_CASE("bad usage gets one line and exit code 2") {
  const TemporaryFolder folder;
  const auto spec = (folder / "spec.json").string();
  write_text(spec, random_spec(R"("games": 3)"));
  const auto even = (folder / "even.json").string();
  write_text(even, random_spec(R"("games": 2)"));
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "no command given"},
      {"tournamnet", "did you mean 'tournament'?"},
      {"xyzzy", "known: "},
      {"tournament", "--out"},
      {"tournament " + spec, "--out"},
      {"tournament --out " + spec, "--spec"},
      {"tournament /no/such/file --out x", "cannot read /no/such/file: No such file"},
      {"tournament / --out x", "cannot read /: Is a directory"},
      {"tournament " + spec + " --out x", spec + ": /games is 3; give an even number"},
      {"tournament " + spec + " --out x --jobs two", "--jobs"},
      {"tournament " + even + " --out x --part 3/2", "K from 1 to N, not '3/2'"},
      {"tournament " + even + " --out x --part 0/2", "'--part'"},
      {"tournament " + even + " --out x --part 1/2x", "'--part'"},
      {"tournament " + even + " --out x --part 1", "'--part'"},
      {"tournament " + spec + " --uot x", "did you mean '--out'?"},
      {"tournament " + spec + " --out x extra", "positional"},
  };
  for (const auto& one : cases) {
    const auto& arguments = one.first;
    const Run result = run(folder, arguments);
    CAPTURE(arguments);
    CAPTURE(result.errors);
    CHECK(result.code == 2);
    CHECK(result.output.empty());
    CHECK(result.errors.find(one.second) != std::string::npos);
    CHECK(count_lines(result.errors) == 1);
  }
}

TEST_CASE("help and version go to stdout, with exit code 0") {
  const TemporaryFolder folder;
  CHECK(run(folder, "--help").output.find("tournament") != std::string::npos);
  CHECK(run(folder, "--version").output.substr(0, 8) == "isthmus ");
  const Run help = run(folder, "tournament --help");
  CHECK(help.code == 0);
  CHECK(help.errors.empty());
  for (const char* part : {"--out DIR", "--jobs", "--resume", "all-1ply"}) {
    CHECK(help.output.find(part) != std::string::npos);
  }
}
