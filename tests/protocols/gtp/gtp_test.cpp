#include "protocols/gtp/gtp.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/search/level.hpp"
#include "games/list.hpp"
#include "tests/protocols/gtp/answer_gtp.hpp"
#include "tests/protocols/make_fills.hpp"
#include "tests/support/function_evaluator.hpp"

// The files tests/protocols/*.gtp are conversations. Every line is sent to the engine but those
// that begin with "#>" or "#~": these give the answer to the line before them.
//   #> text      a line of the answer, to the letter; several make an answer of several lines
//   #~ pattern   the whole answer matches this regular expression (ECMAScript)
// A line with neither is answered "=", or not at all where it holds no command. As all of this
// is comment to GTP, a file can also be sent to any engine as it is.

namespace isthmus {

namespace {

GtpOptions options() {
  GtpOptions options;
  options.make_evaluator = test::make_fills;
  options.game = make_game("hex", 11, 11, SwapRule::none);
  options.settings.visits = 200;
  options.settings.solve_nodes = 200;
  options.settings.solve_time = 0;    // a machine may be busy
  options.settings.solver_share = 0;  // on small boards it would leave little to search
  options.settings.fills = 512;
  options.read_file = [](const std::string& path) {
    if (path == "game.sgf") return std::string("(;SZ[5]RU[swap-pieces];B[a2];W[swap];B[c3])");
    if (path == "broken.sgf") return std::string("(;SZ[5];B[a9])");
    throw std::runtime_error("there is no file '" + path + "'");
  };
  return options;
}

std::string talk(GtpEngine& engine, const std::string& lines) {
  std::istringstream in(lines);
  GtpInput input;
  for (std::string line; std::getline(in, line);) input.push(line);
  input.close();
  std::string out;
  run_gtp(engine, input, [&](std::string_view text) { out += text; });
  return out;
}

// One step of a conversation file.
struct Step {
  int number;
  std::string sent;
  std::string answer;  // to the letter, unless there is a pattern
  std::string pattern;
};

std::vector<Step> read_steps(const std::filesystem::path& path) {
  std::ifstream file(path);
  REQUIRE(file);
  std::vector<Step> steps;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    const std::string mark = line.substr(0, 2);
    if (mark == "#>" || mark == "#~") {
      REQUIRE_FALSE(steps.empty());
      const std::string text = line.size() > 3 ? line.substr(3) : "";
      (mark == "#>" ? steps.back().answer : steps.back().pattern) += text + "\n";
    } else {
      steps.push_back({number, line, "", ""});
    }
  }
  for (Step& step : steps) {
    const std::size_t word = step.sent.find_first_not_of(" \t");
    const bool is_command = word != std::string::npos && step.sent[word] != '#';
    if (step.answer.empty() && is_command) step.answer = "= \n";
    if (is_command) step.answer += '\n';
    if (!step.pattern.empty()) step.pattern.pop_back();
  }
  return steps;
}

}  // namespace

TEST_CASE("a file to load is a file") {
  CHECK_THROWS_WITH_AS(GtpOptions().read_file("/dev/zero"),
                       "cannot read /dev/zero: it is no regular file", FileError);
  CHECK_THROWS_WITH_AS(GtpOptions().read_file("/no/such/file"),
                       "cannot read /no/such/file: No such file or directory", FileError);
}

TEST_CASE("conversations go as their files say") {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(ISTHMUS_GTP_FILES)) {
    if (entry.path().extension() != ".gtp") continue;
    ++files;
    GtpEngine engine(options());
    for (const Step& step : read_steps(entry.path())) {
      INFO(entry.path().filename().string() << ":" << step.number << ": " << step.sent);
      const std::string answer = talk(engine, step.sent + "\n");
      if (step.pattern.empty()) {
        CHECK(answer == step.answer);
      } else {
        INFO(answer);
        CHECK(std::regex_match(answer.substr(0, answer.size() - 2), std::regex(step.pattern)));
      }
    }
  }
  CHECK(files >= 5);
}

TEST_CASE("the conversation ends with quit, or with the input") {
  GtpEngine engine(options());
  CHECK(talk(engine, "1 quit\n2 name\n") == "=1 \n\n");
  CHECK(talk(engine, "name") == "= Isthmus\n\n");
  CHECK(talk(engine, "") == "");
}

TEST_CASE("every command survives too few, too many and senseless arguments") {
  for (const GtpCommand& command : gtp_commands()) {
    for (const std::string arguments : {"", " x", " b", " b x", " -1", " 99999999999", " b nan inf",
                                        " 1 2 3 4 5 6", " nan nan nan nan", " w w w w w w w"}) {
      GtpEngine engine(options());
      INFO(command.name << arguments);
      const std::string answer = answer_gtp(engine, std::string(command.name) + arguments);
      CHECK((answer[0] == '=' || answer[0] == '?'));
      CHECK(answer.find("\n\n") == answer.size() - 2);  // and an answer ends just once
      CHECK(answer_gtp(engine, "boardsize 5").substr(0, 1) == "=");
    }
  }
}

TEST_CASE("an answer has no empty line within, and a failure is one line") {
  GtpEngine engine(options());
  const std::string long_name(5000, 'x');
  const std::string answer = answer_gtp(engine, "isthmus-param " + long_name + " 1");
  CHECK(answer[0] == '?');
  CHECK(answer.size() < 500);
  CHECK(std::count(answer.begin(), answer.end(), '\n') == 2);
}

TEST_CASE("genmove keeps the time it is given, and the clock runs") {
  GtpOptions with_time = options();
  with_time.settings.visits = 0;
  GtpEngine engine(with_time);
  const auto seconds = [&](const std::string& line) {
    const auto begin = std::chrono::steady_clock::now();
    CHECK(answer_gtp(engine, line)[0] == '=');
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  seconds("isthmus-param time 0.3");
  const double by_setting = seconds("genmove b");
  CHECK(by_setting >= 0.3);
  CHECK(by_setting < 2);  // as it would think without
  // The clock allows 0.2 s a move, less the overhead, and counts even where the setting is longer.
  seconds("isthmus-param time 100");
  seconds("time_settings 0 2 10");
  CHECK(seconds("genmove w") < 50);
}

TEST_CASE("the caller's restriction holds against every setting") {
  GtpOptions restricted = options();
  restricted.restrict = [](Settings& settings) { settings.visits = 10; };
  GtpEngine engine(restricted);
  answer_gtp(engine, "isthmus-param visits 1000000");
  CHECK(engine.search(Colour::black, GtpPurpose::move_by_the_clock).visits == 10);
}

// Black's chance is `black_wins` in every position, and a search is its root.
GtpOptions of_opinion(const double& black_wins) {
  GtpOptions with_opinion = options();
  with_opinion.settings.visits = 1;
  with_opinion.make_evaluator = [&black_wins](const Game& game, const EvaluatorSettings&) {
    return std::make_unique<test::FunctionEvaluator>(
        [&](const EvaluationRequest& request, Evaluation& evaluation) {
          evaluation = test::even_evaluation(game, *request.position);
          evaluation.black_wins = static_cast<float>(black_wins);
        });
  };
  return with_opinion;
}

// Five stones of each colour on 5 x 5 that join nothing, Black to move.
constexpr auto kFiveEach =
    "boardsize 5\nplay b a1\nplay w a3\nplay b b1\nplay w b3\nplay b c1\nplay w d3\n"
    "play b d1\nplay w e3\nplay b e1\nplay w a5\n";

TEST_CASE("it resigns when three of its searches in a row see the game lost") {
  double black_wins = 0.01;
  GtpEngine engine(of_opinion(black_wins));
  const auto ask = [&](const std::string& lines) {
    const std::string answers = talk(engine, lines);
    return answers.substr(answers.rfind("= "));
  };
  const std::string resigns = "= resign\n\n";
  talk(engine, kFiveEach);
  CHECK(ask("genmove b\n") == "= a2\n\n");
  CHECK(ask("play w b5\ngenmove b\n") == "= b2\n\n");
  CHECK(ask("play w c5\ngenmove b\n") == resigns);
  CHECK(ask("final_score\n") == "= W+R\n\n");

  // The same position again is no further agreement, another move of the opponent's is none less.
  CHECK(ask("undo\nundo\nundo\ngenmove b\n") == "= b2\n\n");
  CHECK(ask("undo\ngenmove b\n") == "= b2\n\n");
  CHECK(ask("play w d5\ngenmove b\n") == resigns);

  // A search that sees hope begins the count anew.
  talk(engine, kFiveEach);
  CHECK(ask("genmove b\nplay w b5\ngenmove b\n") == "= b2\n\n");
  black_wins = 0.5;
  CHECK(ask("play w c5\ngenmove b\n") == "= c2\n\n");
  black_wins = 0.01;
  CHECK(ask("play w d5\ngenmove b\n") == "= d2\n\n");
  CHECK(ask("play w b4\ngenmove b\n") == "= e2\n\n");
  CHECK(ask("play w a4\ngenmove b\n") == resigns);

  // Those of another game do not count, nor do those of the other colour.
  for (const std::string begin : {"clear_board\n", "boardsize 5\n", "loadsgf game.sgf\n"}) {
    CAPTURE(begin);
    talk(engine, kFiveEach);
    CHECK(ask("genmove b\nplay w b5\ngenmove b\n") == "= b2\n\n");
    talk(engine, begin + kFiveEach);
    CHECK(ask("genmove b\n") == "= a2\n\n");
    CHECK(ask("genmove w\n") == "= b2\n\n");
    CHECK(ask("genmove b\n") == "= c2\n\n");
    CHECK(ask("play w b5\ngenmove b\n") == resigns);
  }

  // Never below a threshold of 0.
  talk(engine, kFiveEach);
  CHECK(ask("isthmus-param resign 0\ngenmove b\nplay w b5\ngenmove b\nplay w c5\ngenmove b\n") ==
        "= c2\n\n");
}

TEST_CASE("a level that does not search plays to the end what the net sees lost") {
  const double black_wins = 0.01;
  GtpEngine engine(of_opinion(black_wins));
  for (const int level : {1, kMaxPolicyLevel, kMaxPolicyLevel + 1}) {
    CAPTURE(level);
    talk(engine, "clear_board\nisthmus-param level " + std::to_string(level) + "\n" + kFiveEach);
    int moves = 0;
    while (moves < 4 && answer_gtp(engine, "genmove b") != "= resign\n\n") ++moves;
    CHECK(moves == (level <= kMaxPolicyLevel ? 4 : 2));
  }
}

TEST_CASE("no side resigns before each has a stone for each row of the board") {
  const double black_wins = 0;
  for (const int side : {4, 7}) {
    GtpEngine engine(of_opinion(black_wins));
    answer_gtp(engine, "boardsize " + std::to_string(side));
    // Black fills the top rows, White the bottom ones, from the left and the right.
    int stones = 0;
    while (answer_gtp(engine, "genmove b") != "= resign\n\n") {
      const int from_end = stones < side - 1 ? stones : stones + 1;  // leaves a gap in the last row
      const int row = side - from_end / side, column = side - 1 - from_end % side;
      REQUIRE(answer_gtp(engine, std::string("play w ") + static_cast<char>('a' + column) +
                                     std::to_string(row)) == "= \n\n");
      ++stones;
      REQUIRE(stones <= side);
    }
    CHECK(stones == side);
  }
}

TEST_CASE("HexGui has its way of sending a swap, and boards stay alike") {
  // What HexGui sends where the user has the engine open, clicks on its stone to swap, and has it
  // answer: its htpPlay() sends a swap by setting the board up anew, the stone recoloured and
  // mirrored, and asks for the next move of the other colour. Setting up is by rows, and the same
  // comes where the user steps through such a game. Of swap-sides it sends nothing at all.
  const std::string connect =
      "name\nversion\nhexgui-analyze_commands\nboardsize 5 5\nclear_board\nclear_board\n"
      "showboard\n";
  for (const char* rule : {"none", "swap-pieces", "swap-sides"}) {
    CAPTURE(rule);
    GtpEngine engine(options());
    answer_gtp(engine, "isthmus-game hex " + std::string(rule));
    talk(engine, connect);
    const std::string opening = answer_gtp(engine, "genmove black").substr(2, 2);
    CAPTURE(opening);
    const std::string swapped{static_cast<char>('a' + (opening[1] - '1')),
                              static_cast<char>('1' + (opening[0] - 'a'))};
    CHECK(talk(engine, "clear_board\nplay white " + swapped + "\nshowboard\n").find('?') ==
          std::string::npos);
    const std::string answer = answer_gtp(engine, "genmove black").substr(2);
    CAPTURE(answer);
    REQUIRE(answer.size() == 4);  // a cell
    CHECK(answer.substr(0, 2) != swapped);
    const Position& position = engine.record().position();
    const Board& board = engine.record().game().board();
    CHECK(position.of(Colour::white).size() == 1);
    CHECK(position.of(Colour::white).contains(*board.find(swapped)));
    CHECK(position.of(Colour::black).size() == 1);
    CHECK(position.of(Colour::black).contains(*board.find(answer.substr(0, 2))));
    CHECK(position.to_move == Colour::white);
    // Nor is there a swap for White, whose stone is there.
    CHECK(answer_gtp(engine, "all_legal_moves").find("swap") == std::string::npos);
  }

  // The other way round: the user opens, the engine swaps, and HexGui mirrors the stone by itself.
  GtpEngine engine(options());
  talk(engine, "isthmus-game hex swap-pieces\n" + connect);
  CHECK(talk(engine, "play black c3\nshowboard\ngenmove white\n").ends_with("= swap-pieces\n\n"));
  CHECK(engine.record()
            .position()
            .of(Colour::white)
            .contains(*engine.record().game().board().find("c3")));
  CHECK(engine.record().position().to_move == Colour::black);
}

TEST_CASE("the version names the game and its swap rule") {
  GtpEngine engine(options());
  CHECK(answer_gtp(engine, "version").ends_with(" (hex, no swap)\n\n"));
  answer_gtp(engine, "isthmus-game y swap-sides");
  CHECK(answer_gtp(engine, "version").ends_with(" (y, swap-sides)\n\n"));
}

TEST_CASE("the solver has limits of its own") {
  GtpOptions few = options();
  few.settings.visits = 1;
  few.settings.time = 0.001;
  GtpEngine engine(few);
  // Who begins wins; to know it takes more than one position.
  answer_gtp(engine, "boardsize 6");
  CHECK(answer_gtp(engine, "dfpn-solve-state b") == "= black\n\n");
  answer_gtp(engine, "isthmus-param solve-nodes 1");
  answer_gtp(engine, "clear_cache");
  CHECK(answer_gtp(engine, "dfpn-solve-state b").starts_with("? not solved after "));
}

TEST_CASE("with a solver beside the search it says what is proven, and wins from there") {
  GtpEngine engine(options());
  answer_gtp(engine, "boardsize 5");
  answer_gtp(engine, "isthmus-param visits 0");
  answer_gtp(engine, "isthmus-param time 60");
  answer_gtp(engine, "isthmus-param solver-threads 1");
  CHECK(answer_gtp(engine, "isthmus-proofs b").find(" W") != std::string::npos);
  // Who begins wins, whatever the other does.
  std::mt19937_64 random(1);
  while (engine.record().position().result == Result::ongoing) {
    CHECK(engine.search(Colour::black, GtpPurpose::analysis).proof == Proof::win);
    REQUIRE(engine.generate(Colour::black));
    const auto moves = engine.record().game().legal_moves(engine.record().position());
    if (!moves.empty()) engine.play(Colour::white, moves[random() % moves.size()]);
  }
  CHECK(engine.record().position().result == Result::black);
}

TEST_CASE("one seed and one thread repeat a game exactly") {
  const std::string game = "boardsize 6\ngenmove b\ngenmove w\ngenmove b\ngenmove w\nshowboard\n";
  GtpEngine first(options());
  GtpEngine second(options());
  CHECK(talk(first, game) == talk(second, game));
}

}  // namespace isthmus
