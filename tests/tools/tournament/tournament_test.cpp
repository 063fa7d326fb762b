#include <cstddef>
#include <iomanip>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "engine/board/board.hpp"
#include "protocols/formats/sgf.hpp"
#include "tests/support/referee.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tests/tools/tournament/tournaments.hpp"

using nlohmann::json;

namespace {

// The colour that has won after these moves of Hex without a swap, played here without the rules.
std::string winning_colour(const json& moves, int side) {
  const isthmus::Board board = isthmus::Board::rhombus(side, side);
  const isthmus::test::Referee referee(board);
  isthmus::CellSet stones[2];
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const bool is_black = i % 2 == 0;
    stones[i % 2].insert(*board.find(moves[i].get<std::string>()));
    if (!referee.has_connected(stones[i % 2],
                               is_black ? isthmus::Colour::black : isthmus::Colour::white)) {
      continue;
    }
    if (i + 1 != moves.size()) return "won before the end";
    return is_black ? "black" : "white";
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
  for (const auto& [arguments, part] : cases) check_is_refused(folder, arguments, part);
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
