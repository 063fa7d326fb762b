// Conversations in which input comes while a search runs.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <regex>
#include <span>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/fills/fills_evaluator.hpp"
#include "games/list.hpp"
#include "protocols/gtp/gogui_graphics.hpp"
#include "protocols/gtp/gtp.hpp"

using namespace isthmus;

namespace {

using Seconds = std::chrono::duration<double>;

constexpr Seconds kLong{120.0};  // for what must come, but need not come fast

// Counts what it is asked.
class CountingEvaluator : public Evaluator {
 public:
  CountingEvaluator(const Game& game, const EvaluatorSettings& settings, std::atomic<int>& count)
      : fills_(game, std::make_shared<const CpuFillBackend>(), settings), count_(count) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    count_ += static_cast<int>(requests.size());
    fills_.evaluate(requests, evaluations);
  }

 private:
  FillsEvaluator fills_;
  std::atomic<int>& count_;
};

// An engine that answers in a thread of its own, and all that it has written.
class Conversation {
 public:
  explicit Conversation(Settings settings = {}) : engine_(options(settings)) {
    answering_ = std::jthread([this] {
      run_gtp(engine_, input_, [this](std::string_view text) {
        const std::lock_guard lock(mutex_);
        writes_.emplace_back(text);
        changed_.notify_all();
      });
    });
  }
  ~Conversation() { input_.close(); }

  void send(const std::string& line) { input_.push(line); }
  void send_too_long() { input_.push("", true); }
  void end() { input_.close(); }

  // Waits until `count` pieces have been written; returns whether they were.
  bool wait_for(std::size_t count, Seconds longest = kLong) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, longest, [&] { return writes_.size() >= count; });
  }
  // Waits until that piece has been written; returns whether it was.
  bool comes_to(const std::string& piece) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kLong, [&] { return std::ranges::count(writes_, piece) > 0; });
  }
  std::string written(std::size_t i) {
    const std::lock_guard lock(mutex_);
    return i < writes_.size() ? writes_[i] : "";
  }
  std::size_t count() {
    const std::lock_guard lock(mutex_);
    return writes_.size();
  }
  // How many positions were judged so far.
  int evaluations() const { return evaluations_; }
  // Sends a line and waits for its answer, which is one piece.
  std::string ask(const std::string& line) {
    const std::size_t before = count();
    send(line);
    REQUIRE(wait_for(before + 1));
    return written(before);
  }

 private:
  GtpOptions options(const Settings& settings) {
    GtpOptions options;
    options.make_evaluator = [this](const Game& game, const EvaluatorSettings& of_engine) {
      return std::make_unique<CountingEvaluator>(game, of_engine, evaluations_);
    };
    options.game = make_game("hex", 9, 9, SwapRule::none);
    options.settings = settings;
    return options;
  }

  std::atomic<int> evaluations_{0};
  GtpEngine engine_;
  GtpInput input_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> writes_;
  std::jthread answering_;
};

// A line of an analysis after what stands before it. Not a regular expression: such a line has some
// thousand characters, and std::regex calls itself for each of them, until the stack ends.
bool is_info_line(const std::string& text, const std::string& before = "") {
  return text.starts_with(before + "info move ") &&
         text.find('\n', before.size()) == text.size() - 1;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

}  // namespace

TEST_CASE("an analysis writes lines until any input comes, or the input ends") {
  for (const std::string input : {"", "# a comment", "# interrupt", "stop", "name", "end"}) {
    CAPTURE(input);
    Conversation conversation;
    conversation.send("3 kata-analyze b 5");
    REQUIRE(conversation.wait_for(3));
    CHECK(is_info_line(conversation.written(0), "=3\n"));
    CHECK(is_info_line(conversation.written(1)));
    if (input == "end") {
      conversation.end();
    } else {
      conversation.send(input);
    }
    CHECK(conversation.comes_to("\n"));
    if (input == "name") {
      CHECK(conversation.comes_to("= Isthmus\n\n"));
      CHECK(conversation.written(conversation.count() - 1) == "= Isthmus\n\n");
    }
  }
}

TEST_CASE("a byte order mark is skipped at the start of the input, and nowhere else") {
  const std::string mark = "\xef\xbb\xbf";
  Conversation conversation;
  CHECK(conversation.ask(mark + "7 name") == "=7 Isthmus\n\n");
  CHECK(conversation.ask(mark + "7 name") == "? unknown command\n\n");
  Conversation of_mark_alone;
  of_mark_alone.send(mark);
  CHECK(of_mark_alone.ask("name") == "= Isthmus\n\n");
}

TEST_CASE("after a move it ponders if it is set to, until any input comes") {
  const auto settle = [](Conversation& conversation) {
    const int before = conversation.evaluations();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return conversation.evaluations() - before;
  };
  Conversation conversation({{.visits = 40}, {}});
  conversation.ask("genmove b");
  CHECK(settle(conversation) == 0);
  conversation.ask("kata-set-param ponderingEnabled true");
  CHECK(settle(conversation) == 0);  // not before it has made a move
  for (const std::string input : {"play b a1", "# a comment", "genmove b"}) {
    CAPTURE(input);
    const int before = conversation.evaluations();
    conversation.ask("genmove w");
    const auto begin = std::chrono::steady_clock::now();
    while (conversation.evaluations() < before + 400 &&
           std::chrono::steady_clock::now() - begin < kLong) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    CHECK(conversation.evaluations() >= before + 400);
    const std::size_t written = conversation.count();
    conversation.send("kata-set-param ponderingEnabled false");
    REQUIRE(conversation.wait_for(written + 1));
    conversation.send(input);
    if (input[0] != '#') REQUIRE(conversation.wait_for(written + 2));
    CHECK(settle(conversation) == 0);
    conversation.ask("undo");
    if (input[0] != '#') conversation.ask("undo");
    conversation.ask("kata-set-param ponderingEnabled true");
  }
  conversation.ask("isthmus-param level 16");  // which could use nothing of it
  conversation.ask("genmove w");
  CHECK(settle(conversation) == 0);
}

TEST_CASE("lines of analysis hold what KataGo's documentation says, and visits grow") {
  Conversation conversation;
  conversation.ask("play b e5");
  conversation.send(
      "kata-analyze w 10 rootInfo true ownership true movesOwnership true maxmoves 3");
  REQUIRE(conversation.wait_for(4));
  conversation.send("");
  std::int64_t visits = 0;
  for (std::size_t i = 1; i < 4; ++i) {
    const auto line = words(conversation.written(i));
    const std::size_t skip = i == 1 ? 1 : 0;
    CHECK(std::count(line.begin(), line.end(), "info") == 3);
    CHECK(std::count(line.begin(), line.end(), "movesOwnership") == 3);
    const auto at = [&](const char* key) { return std::find(line.begin(), line.end(), key); };
    CHECK(line[skip] == "info");
    for (const char* key : {"move", "visits", "winrate", "prior", "lcb", "order", "pv"}) {
      CHECK(at(key) != line.end());
    }
    for (const char* key : {"winrate", "prior", "lcb"}) {
      const double value = std::stod(at(key)[1]);
      CHECK(value >= 0);
      CHECK(value <= 1);
      CHECK(at(key)[1].find('.') != std::string::npos);  // for Sabaki
    }
    const auto root = at("rootInfo");
    REQUIRE(root != line.end());
    CHECK(root[1] == "visits");
    CHECK(std::stoll(root[2]) > visits);
    visits = std::stoll(root[2]);
    const auto ownership = at("ownership");
    REQUIRE(line.end() - ownership == 1 + 81);
    // The stone in the middle is Black's: the opponent's of the side to move.
    CHECK(std::stod(ownership[1 + 40]) == -1);
  }
}

TEST_CASE("Leela Zero's lines have whole numbers") {
  Conversation conversation;
  conversation.send("lz-analyze 5 maxmoves 1");
  REQUIRE(conversation.wait_for(2));
  CHECK(std::regex_match(conversation.written(1),
                         std::regex("info move [a-i][1-9] visits [0-9]+ winrate [0-9]{1,5} prior "
                                    "[0-9]{1,5} lcb [0-9]{1,5} order 0 pv( [a-i][1-9])+\n")));
}

TEST_CASE("an analysis that has nothing more to find waits for input") {
  Conversation conversation;
  conversation.ask("boardsize 2");
  conversation.send("kata-analyze 1000");
  REQUIRE(conversation.wait_for(2));  // the last line, long before its time
  CHECK_FALSE(conversation.wait_for(3, Seconds(0.3)));
  conversation.send("");
  REQUIRE(conversation.wait_for(3));
  CHECK(conversation.written(2) == "\n");
}

TEST_CASE("a search without a limit of its own is interrupted, and its move made") {
  Settings settings;
  settings.time = 1000;
  Conversation conversation(settings);
  conversation.send("4 genmove b");
  conversation.send("5 name");  // does not end the search
  CHECK_FALSE(conversation.wait_for(1, Seconds(0.3)));
  conversation.send("# interrupt");  // where else it would go on for 1000 seconds
  REQUIRE(conversation.wait_for(2));
  CHECK(std::regex_match(conversation.written(0), std::regex("=4 [a-i][1-9]\n\n")));
  CHECK(conversation.written(1) == "=5 Isthmus\n\n");
  CHECK(conversation.ask("undo") == "= \n\n");
  // It is over with the lines before it.
  conversation.send("genmove b");
  CHECK_FALSE(conversation.wait_for(4, Seconds(0.3)));
  conversation.send("#interrupt");
  CHECK(conversation.wait_for(4));
}

TEST_CASE("genmove_analyze writes lines on the way and is not ended by input") {
  Settings settings;
  settings.time = 0.5;
  Conversation conversation(settings);
  const auto begin = std::chrono::steady_clock::now();
  conversation.send("kata-genmove_analyze b 5");
  conversation.send("name");
  CHECK(conversation.comes_to("= Isthmus\n\n"));
  CHECK(std::chrono::steady_clock::now() - begin > Seconds(0.45));
  const std::size_t count = conversation.count();
  REQUIRE(count >= 5);
  CHECK(conversation.written(0).substr(0, 12) == "=\ninfo move ");
  CHECK(std::regex_match(conversation.written(count - 2), std::regex("play [a-i][1-9]\n\n")));
  CHECK(conversation.ask("play w " + conversation.written(count - 2).substr(5, 2))
            .find("there is a stone") != std::string::npos);
}

// As HexGui reads it: pieces that end in an empty line, white space made single spaces, then words.
TEST_CASE("live graphics stand ahead of the answer, as HexGui reads them") {
  Settings settings;
  settings.time = 1.2;
  Conversation conversation(settings);
  conversation.ask("isthmus-settings live-graphics 1");
  conversation.send("genmove black");
  REQUIRE(conversation.wait_for(3));
  const std::string block = conversation.written(1);
  CHECK(block.substr(0, 10) == "gogui-gfx:");
  CHECK(block.find("\n\n") == block.size() - 2);
  const auto all = words(block.substr(10));
  CHECK(all[0] == "uct");
  CHECK(all[1] == "VAR");
  const auto at = [&](const char* word) {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), word) - all.begin());
  };
  const std::size_t influence = at("INFLUENCE"), label = at("LABEL"), text = at("TEXT");
  REQUIRE(influence > 3);  // HexGui draws the first stone without looking whether there is one
  REQUIRE(label > influence + 2);
  REQUIRE(text > label + 2);
  REQUIRE(all.size() > text + 1);
  const std::regex cell("[a-i][1-9]");
  for (std::size_t i = 2; i < influence; i += 2) {
    CHECK(all[i] == (i % 4 == 2 ? "B" : "W"));
    CHECK(std::regex_match(all[i + 1], cell));
  }
  for (std::size_t i = influence + 1; i < label; i += 2) {
    CHECK(std::regex_match(all[i], cell));
    CHECK(std::stod(all[i + 1]) <= 1);
  }
  for (std::size_t i = label + 1; i < text; i += 2) {
    CHECK(std::regex_match(all[i], cell));
    CHECK(std::stoi(all[i + 1]) > 0);
  }

  const std::string last = [&] {
    while (conversation.written(conversation.count() - 1)[0] != '=') {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return conversation.written(conversation.count() - 1);
  }();
  CHECK(std::regex_match(last, std::regex("= [a-i][1-9]\n\n")));
}

TEST_CASE("HexGui's search with graphics goes on until it is stopped") {
  Conversation conversation;
  conversation.send("gogui-gfx-analyze black");
  REQUIRE(conversation.wait_for(2));
  CHECK(conversation.written(1).substr(0, 15) == "gogui-gfx:\nuct\n");
  conversation.send("# interrupt");
  while (conversation.written(conversation.count() - 1)[0] != '=') {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  CHECK(conversation.written(conversation.count() - 1).substr(0, 22) == "= Black's win rate is ");
}

// A report of 1000 visits of an empty board, with these of its cells in turn.
SearchReport report_with(const Game& game, const std::vector<std::int64_t>& visits) {
  SearchReport report;
  report.visits = 1000;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const Move move(game.board().at(static_cast<int>(i / 9), static_cast<int>(i % 9)));
    MoveReport& reported = report.moves.emplace_back();
    reported.move = move;
    reported.visits = visits[i];
    reported.variation = {move};
  }
  return report;
}

TEST_CASE("live graphics label the moves that matter, and not too many of them") {
  const auto game = make_game("hex", 9, 9, SwapRule::none);
  const auto labels = [&](const SearchReport& report) {
    const std::string text = live_graphics(*game, report);
    const std::size_t begin = text.find("LABEL");
    return text.substr(begin, text.find('\n', begin) - begin);
  };
  // Ten of a thousand are one of a hundred; what was not visited has no label at all.
  SearchReport report = report_with(*game, {900, 80, 10, 9, 1, 0});
  CHECK(labels(report) == "LABEL a1 900 b1 80 c1 10");
  CHECK(live_graphics(*game, report).find("INFLUENCE a1 0.50 b1 0.50 c1 0.50\n") !=
        std::string::npos);
  // Twelve of fourteen.
  report = report_with(*game, std::vector<std::int64_t>(14, 71));
  CHECK(labels(report) ==
        "LABEL a1 71 b1 71 c1 71 d1 71 e1 71 f1 71 g1 71 h1 71 i1 71 a2 71 b2 71 c2 71");
  // A win that was found late stands first and is shown.
  report = report_with(*game, {2, 990});
  report.moves[0].proof = Proof::win;
  CHECK(labels(report) == "LABEL a1 2 b1 990");
  // Four digits are what a cell has room for.
  CHECK(labels(report_with(*game, {9999, 10'000, 14'999})) == "LABEL a1 9999 b1 10k c1 14k");
}

// HexGui takes all between INFLUENCE and TEXT for cells and numbers from 0 to 1.
TEST_CASE("cell values can be drawn by HexGui") {
  Conversation conversation;
  conversation.ask("play b e5");
  const std::string answer = conversation.ask("isthmus-cell-values-gfx w");
  const std::size_t begin = answer.find("INFLUENCE") + 10, end = answer.find("TEXT");
  REQUIRE(end != answer.npos);
  const auto numbers = words(answer.substr(begin, end - begin));
  // One percent of the fills and more, as the engine's own evaluator counts them.
  const auto game = make_game("hex", 9, 9, SwapRule::none);
  Position position = game->start();
  game->play(position, Move(*game->board().find("e5")));
  const EvaluatorSettings settings;
  const FillsEvaluator fills(*game, std::make_shared<const CpuFillBackend>(), settings);
  const std::vector<EvaluationRequest> requests{{.position = &position}};
  std::vector<Evaluation> evaluations(1);
  fills.evaluate(requests, evaluations);
  const std::vector<float>& amaf = evaluations[0].amaf;
  const auto shown = std::count_if(amaf.begin(), amaf.end(), [](float of) { return of >= 0.02F; });
  const auto perhaps = std::count_if(amaf.begin(), amaf.end(), [](float of) { return of > 0; });
  REQUIRE(shown > 0);
  CHECK(numbers.size() / 2 >= static_cast<std::size_t>(shown));
  CHECK(numbers.size() / 2 <= static_cast<std::size_t>(perhaps));
  CHECK(numbers.size() < 160);
  const auto labels = words(answer.substr(2, begin - 10 - 2));
  REQUIRE(labels[0] == "LABEL");
  REQUIRE(labels.size() == numbers.size() + 1);
  for (std::size_t i = 2; i < labels.size(); i += 2) CHECK(std::stod(labels[i]) >= 1);
  double most = 0;
  for (std::size_t i = 0; i < numbers.size(); i += 2) {
    CHECK(numbers[i].size() == 2);
    const double value = std::stod(numbers[i + 1]);
    CHECK(value >= 0);
    most = std::max(most, value);
  }
  CHECK(most == 1);
}

TEST_CASE("a line that is too long is refused, and the next one answered") {
  Conversation conversation;
  conversation.send_too_long();
  REQUIRE(conversation.wait_for(1));
  CHECK(conversation.written(0) == "? the line is longer than 1 MB\n\n");
  CHECK(conversation.ask("7 name") == "=7 Isthmus\n\n");
}

TEST_CASE("with no limit set the engine moves all the same") {
  Conversation conversation;
  CHECK(std::regex_match(conversation.ask("genmove b"), std::regex("= [a-i][1-9]\n\n")));
}
