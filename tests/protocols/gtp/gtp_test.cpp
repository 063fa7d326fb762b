#include "protocols/gtp/gtp.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/protocols/gtp/answer_gtp.hpp"
#include "tests/protocols/make_fills.hpp"

// The files tests/protocols/*.gtp are conversations. Every line is sent to the engine but those
// that begin with "#>" or "#~": these tell the answer to the line before them.
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
  CHECK(by_setting < 1.5);
  // The clock allows 0.2 s a move, less the overhead, and counts even where the setting is longer.
  seconds("isthmus-param time 5");
  seconds("time_settings 0 2 10");
  CHECK(seconds("genmove w") < 1.5);
}

TEST_CASE("the caller's restriction holds against every setting") {
  GtpOptions restricted = options();
  restricted.restrict = [](Settings& settings) { settings.visits = 10; };
  GtpEngine engine(restricted);
  answer_gtp(engine, "isthmus-param visits 1000000");
  CHECK(engine.search(Colour::black, true).visits == 10);
}

TEST_CASE("it resigns what is lost by its win rate, but not below a threshold of 0") {
  // White to move; Black has all but joined the middle column.
  const std::string lost = "boardsize 5\nplay b c1\nplay b c2\nplay b c3\nplay b c4\n";
  GtpEngine engine(options());
  CHECK(talk(engine, lost + "genmove w\nfinal_score\n").find("= resign\n\n= B+R\n") !=
        std::string::npos);
  GtpEngine stubborn(options());
  CHECK(talk(stubborn, lost + "isthmus-param resign 0\ngenmove w\n").find("resign") ==
        std::string::npos);
}

TEST_CASE("one seed and one thread repeat a game exactly") {
  const std::string game = "boardsize 6\ngenmove b\ngenmove w\ngenmove b\ngenmove w\nshowboard\n";
  GtpEngine first(options());
  GtpEngine second(options());
  CHECK(talk(first, game) == talk(second, game));
}

}  // namespace isthmus
