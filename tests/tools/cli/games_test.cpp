// Games in files and links, as a user converts and reviews them.

#include <sstream>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "tests/tools/base/run_program.hpp"
#include "tools/analysis/review_game.hpp"

namespace {

const std::string kLink = "'https://hexworld.org/board/#5nc1,b4:sc3'";

std::string game_file(const TemporaryFolder& folder, const std::string& text) {
  const auto path = folder / "game";
  write_text(path, text);
  return path.string();
}

}  // namespace

TEST_CASE("convert turns files, links and standard input from one format into another") {
  const TemporaryFolder folder;
  const Run link = run(folder, "convert " + kLink + " --to sgf");
  CHECK(link.code == 0);
  CHECK(link.output.find("SZ[5]RU[swap-pieces]\nHEXWORLD[nc1]\n;B[b4];W[swap-pieces];B[c3])") !=
        std::string::npos);
  CHECK(link.errors.empty());

  const std::string file = game_file(folder, "(;SZ[5];B[a1];W[b2]C[so])\n(;SZ[4];B[d4])");
  const Run lines = run(folder, "convert --to hexworld " + file + " - < " + file);
  CHECK(lines.output ==
        "https://hexworld.org/board/#5,a1b2\nhttps://hexworld.org/board/#4,d4\n"
        "https://hexworld.org/board/#5,a1b2\nhttps://hexworld.org/board/#4,d4\n");
  CHECK(lines.errors == "isthmus: left out: comments (2)\n");

  const std::string target = (folder / "target").string();
  const Run openings =
      run(folder, "convert --from openings --size 9 --to trmph --out " + target + " -",
          "printf 'a1 i9\\nb4 swap-pieces\\n' | ");
  CHECK(openings.code == 0);
  CHECK(openings.output.empty());
  CHECK(read_text(target) ==
        "https://trmph.com/hex/board#9,a1i9\nhttps://trmph.com/hex/board#9,d2d2\n");
}

TEST_CASE("convert and review report a game that names no swap rule, unless --swap does") {
  const TemporaryFolder folder;
  const std::string file = game_file(folder, "(;SZ[5]C[\xe9];B[c3];W[b2])\n(;SZ[5]RU[none];B[a1])");
  Run result = run(folder, "convert " + file + " --to sgf");
  CHECK(result.code == 0);
  CHECK(result.errors ==
        "isthmus: 1 game names no swap rule, nor is one written; --swap says which\n");
  CHECK(result.output.find("SZ[5]\nC[\xc3\xa9]\n;B[c3]") != std::string::npos);
  CHECK(result.output.find("SZ[5]RU[none]\n;B[a1]") != std::string::npos);
  result = run(folder, "convert " + file + " --to sgf --swap none");
  CHECK(result.errors.empty());
  CHECK(result.output.find("SZ[5]RU[none]\nC[") != std::string::npos);
  CHECK(run(folder, "convert " + file + " --to hexworld").errors.find("swap") == std::string::npos);

  const std::string review = "analyze " + file + " --visits 50 --backend cpu --evaluator fills";
  constexpr auto kSaid = "No swap rule is named";
  const std::string output = run(folder, review).output;
  CHECK(output.find(kSaid) != std::string::npos);
  CHECK(output.find(kSaid) == output.rfind(kSaid));
  CHECK(run(folder, review + " --swap none").output.find(kSaid) == std::string::npos);
}

TEST_CASE("a review says how long the rest will take once it can be estimated") {
  using isthmus::review_progress_text;
  CHECK(review_progress_text(3, 45, 1) == "3 searches of 45");
  CHECK(review_progress_text(5, 45, 1) == "5 searches of 45, about 8 s more");
  CHECK(review_progress_text(40, 45, 10) == "40 searches of 45, about 2 s more");
  CHECK(review_progress_text(45, 45, 10) == "45 searches of 45, about 0 s more");
}

TEST_CASE("what cells are called is drawn") {
  const TemporaryFolder folder;
  const Run drawn = run(folder, "gtp --show-board --game havannah --size 3");
  CHECK(drawn.code == 0);
  // Two corners of the square around the hexagon are no cells.
  for (const char* name : {" c1 ", " e1 ", " a3 ", " c3 ", " a5 ", " c5 "}) {
    CHECK(drawn.output.find(name) != std::string::npos);
  }
  for (const char* name : {"a1", "b1", "a2", "e4", "d5", "e5"}) {
    CHECK(drawn.output.find(name) == std::string::npos);
  }
}

TEST_CASE("the problems of a game go to a file that can be solved") {
  const TemporaryFolder folder;
  // White wins on c4 alone before turns 4, 6 and 8, by the proofs of isthmus solve.
  const std::string file = game_file(folder, "(;SZ[5];B[c3];W[b4];B[b3];W[a4];B[d2];W[c2];B[d1])");
  const std::string options = " --visits 5 --backend cpu --evaluator fills --format svg ";
  const std::string problems = (folder / "problems.jsonl").string();
  CHECK(run(folder, "analyze " + file + options + "--puzzles " + problems).code == 0);
  std::istringstream lines(read_text(problems));
  int turn = 4;
  for (std::string line; std::getline(lines, line); turn += 2) {
    const auto problem = nlohmann::json::parse(line);
    CHECK(problem["turn"] == turn);
    CHECK(problem["answer"] == "c4");
  }
  CHECK(turn == 10);
  const Run solved = run(folder, "solve --all " + problems);
  CHECK(solved.code == 0);
  std::istringstream answers(solved.output);
  for (std::string line; std::getline(answers, line);) {
    CHECK(nlohmann::json::parse(line)["winningMoves"] == nlohmann::json{"c4"});
  }
  CHECK(count_lines(solved.output) == 3);
  const Run refused = run(folder, "analyze " + problems + " --puzzles " + problems);
  CHECK(refused.code == 2);
  CHECK(refused.errors.find("option '--puzzles' is for games") != std::string::npos);
}

TEST_CASE("a review of a game is a table, a graph, SGF, JSON, and files") {
  const TemporaryFolder folder;
  const std::string file = game_file(folder, "(;SZ[5]PB[Ann];B[a1];W[c3];B[e5])");
  const std::string options = " --visits 50 --backend cpu --evaluator fills ";
  const std::string out = (folder / "out").string();
  const Run table = run(folder, "analyze " + file + options + "--maps 1,3 --out " + out);
  CAPTURE(table.errors);
  CHECK(table.code == 0);
  CHECK(table.errors.empty());
  CHECK(table.output.find("   2  W c3") != std::string::npos);
  CHECK(table.output.find("White: ") != std::string::npos);
  CHECK(read_text(out + "/game.sgf").find(";B[a1]C[Isthmus: White wins for certain") !=
        std::string::npos);
  CHECK(read_text(out + "/winrates.svg").find("Ann (Black)") != std::string::npos);
  CHECK(read_text(out + "/turn-1.svg").substr(0, 5) == "<svg ");
  CHECK(read_text(out + "/turn-2.svg").empty());
  CHECK(read_text(out + "/turn-3.svg").substr(0, 5) == "<svg ");

  const Run sgf = run(folder, "analyze - --format sgf" + options + "< " + file);
  CHECK(sgf.output == read_text(out + "/game.sgf"));
  const Run graph = run(folder, "analyze " + file + " --format svg" + options);
  CHECK(graph.output == read_text(out + "/winrates.svg"));

  const Run positions = run(folder, "analyze " + kLink + " --format json" + options);
  CHECK(positions.code == 0);
  CHECK(count_lines(positions.output) == 4);
  std::istringstream lines(positions.output);
  for (std::string line; std::getline(lines, line);) {
    CHECK(nlohmann::json::parse(line)["moveInfos"].size() > 0);
  }
}

TEST_CASE("games that cannot be read or written get one line and exit code 2") {
  const TemporaryFolder folder;
  const std::string bad = game_file(folder, "(;SZ[5];B[a1];W[a1])");
  const std::pair<std::string, std::string> cases[] = {
      {"convert " + bad, "'--to' is required"},
      {"convert --to sgf", "'--in' is required"},
      {"convert --to chess " + bad,
       "'--to' takes one of json, sgf, sgf-white-first, havannahgui, littlegolem, "
       "trmph, hexworld, openings, not 'chess'"},
      {"convert --to sgf " + bad, bad + ", taken for sgf: line 1, column 17: move 2, a1: there is"},
      {"convert --to sgf --from trmph " + bad, ", read as trmph: line 1: a link without a '#'"},
      {"convert --to sgf /no/such/file", "cannot read /no/such/file: No such file"},
      {"convert --to trmph '#5,:pa1'", "#5,:pa1, game 1: a link of trmph cannot hold turns out"},
      {"convert --to sgf --out /no/such/file '#5'", "'--out': cannot write /no/such/file: No such"},
      {"convert --to sgf - < /dev/zero", "cannot read standard input: it has more than 64 MB; "},
      {"convert --to sgf /dev/zero", "cannot read /dev/zero: it is no regular file; give a file"},
      {"analyze --backend cpu " + bad, "taken for sgf: line 1, column 17"},
      {"analyze --backend cpu '#5,a1b9'", "taken for hexworld: line 1: move 2, 'b9' is no cell"},
      {"analyze --backend cpu '#5' --maps 1,x",
       "'--maps' takes worst, all, none or turns as in 12,20"},
      {"analyze --backend cpu '#5' --out /dev/null/x", "'--out': cannot make /dev/null/x: "},
  };
  for (const auto& [arguments, part] : cases) check_is_refused(folder, arguments, part);
}
