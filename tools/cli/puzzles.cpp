#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <boost/program_options/value_semantic.hpp>

#include "engine/base/number_range.hpp"
#include "engine/base/split.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/core_count.hpp"
#include "tools/base/output_file.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/base/stop_without_reader.hpp"
#include "tools/base/terminal_line.hpp"
#include "tools/cli/commands.hpp"
#include "tools/options/command.hpp"
#include "tools/options/evaluator_options.hpp"
#include "tools/options/game_input.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"
#include "tools/puzzles/game_sources.hpp"
#include "tools/puzzles/puzzle_maker.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kPuzzlesUsage =
    R"(Usage: isthmus puzzles FILE... [options]

Makes problems from games: positions in which one move alone wins, as the solver proves, which also
proves that all others lose. FILE holds games: SGF, links of HexWorld or trmph, or JSON
queries; or it is a link itself, - for standard input, or a folder of isthmus selfplay or isthmus
tournament. For example:

  isthmus puzzles 'https://hexworld.org/board/#5,c3b4b3a4d2c2d1' --visits 1,10
  isthmus puzzles selfplay-games tournament-games --out problems.sgf --limit 100

Each problem is a JSON query for isthmus analyze and isthmus solve, with its answer and its grade:
the number of the first of --visits with which a search finds the answer; the first is one visit,
which is the policy alone. Of positions that symmetries turn into each other there is one. On Ctrl-C
what was found is kept.)";

constexpr NumberRange kVisits{1, 1e9, true};
constexpr std::size_t kMaxGrades = 20;

// The visits of a list as in "1,10,100".
std::vector<std::int64_t> read_visits(const std::string& list) {
  std::vector<std::int64_t> visits;
  bool is_good = true;
  for (const std::string_view item : split(list, ',')) {
    const auto number = kVisits.parse(item);
    is_good = is_good && number && visits.size() < kMaxGrades;
    if (is_good) visits.push_back(static_cast<std::int64_t>(*number));
  }
  is_good = is_good && std::adjacent_find(visits.begin(), visits.end(), std::greater_equal<>()) ==
                           visits.end();
  if (is_good) return visits;
  throw BadInput("option '--visits' takes up to " + std::to_string(kMaxGrades) +
                 " rising whole numbers as in 1,10,100, not '" + list + "'");
}

// Those of the searches that grade, which are at full strength.
std::vector<std::string_view> settings_of_grading() {
  std::vector<std::string_view> names = settings_for_many();
  std::erase(names, "level");
  return names;
}

// Where problems go: a file, when all are known, or standard output, at once.
class Puzzles {
 public:
  explicit Puzzles(std::filesystem::path path) : path_(std::move(path)) {}

  // Those of one more game.
  void add(std::span<const puzzles::Puzzle> puzzles) {
    ++games_;
    for (const puzzles::Puzzle& puzzle : puzzles) {
      ++count_;
      ++grades_[puzzle.grade ? puzzle.grade->number : 0];
      text_ += puzzle.text;
    }
    line_.clear();
    if (path_.empty()) print(std::exchange(text_, {}));
    line_.show(counts());
  }
  // Writes the file, and says on standard error how many there are of each grade.
  void finish() {
    line_.clear();
    if (!path_.empty()) write_file(path_, text_);
    std::string text = counts();
    for (const auto& [grade, number] : grades_) {
      text += (grade == 0 ? ", not graded: " : ", of grade " + std::to_string(grade) + ": ") +
              std::to_string(number);
    }
    std::fprintf(stderr, "%s\n", text.c_str());
  }

 private:
  std::string counts() const {
    return "games: " + std::to_string(games_) + ", problems: " + std::to_string(count_);
  }

  std::filesystem::path path_;
  std::string text_;
  std::map<int, std::size_t> grades_;
  std::size_t games_ = 0, count_ = 0;
  TerminalLine line_;
};

void add_puzzles_options(po::options_description& options) {
  options.add_options()("file",
                        po::value<std::vector<std::string>>()->value_name("FILE")->required(),
                        "games; may be given without --file")(
      "out", po::value<std::string>()->value_name("FILE"),
      "where to write, not standard output: as queries, or as SGF where its name ends in .sgf")(
      "visits", po::value<std::string>()->value_name("LIST")->default_value("1,10,100,1000,4000"),
      "visits of the searches that grade, rising");
  add_number(options, {"nodes",
                       "N",
                       {1, 1e15, true},
                       1000,
                       "positions that are looked into to solve one of a game, and once more for "
                       "all its moves"});
  add_number(options, {"limit", "N", {1, 1e9, true}, std::nullopt, "make no more than N problems"});
  add_number(options, {"threads",
                       "N",
                       {1, 1024, true},
                       std::nullopt,
                       "games that are looked at at once; if not given: one for each core"});
  add_game(options);
  add_settings(options, settings_of_grading());
  add_evaluator(options);
}

}  // namespace

int run_puzzles(const std::vector<std::string>& arguments) {
  po::options_description options;
  add_puzzles_options(options);
  const auto values = parse_options(arguments, kPuzzlesUsage, options,
                                    po::positional_options_description().add("file", -1));
  if (!values) return kGood;
  const std::filesystem::path out =
      values->count("out") != 0 ? (*values)["out"].as<std::string>() : "";
  if (!out.empty()) check_output_file("out", out);
  puzzles::PuzzleOptions making{.make_evaluator = read_evaluators(*values),
                                .settings = read_settings(*values, settings_of_grading()),
                                .visits = read_visits((*values)["visits"].as<std::string>()),
                                .limits = {.nodes = number_of<std::int64_t>(*values, "nodes")},
                                .as_sgf = out.extension() == ".sgf"};
  making.threads =
      values->count("threads") != 0 ? number_of<int>(*values, "threads") : core_count();
  if (values->count("limit") != 0) making.limit = number_of<std::size_t>(*values, "limit");

  const std::shared_ptr<const Game> game = read_game(*values);
  std::vector<puzzles::GameSource> sources;
  for (const std::string& file : (*values)["file"].as<std::vector<std::string>>()) {
    sources.emplace_back(file, game);
  }
  const StopOnSignal signals;
  // What goes to a file is wanted also where standard output has no reader.
  std::optional<StopWithoutReader> reader;
  if (out.empty()) reader.emplace(signals.token());
  Puzzles found(out);
  Omissions omissions;
  {
    puzzles::PuzzleMaker maker(
        std::move(making), reader ? reader->token() : signals.token(),
        [&](std::span<const puzzles::Puzzle> puzzles) { found.add(puzzles); });
    for (const puzzles::GameSource& source : sources) {
      source.visit(omissions, maker.ending(),
                   [&](const std::string& name, const Record& record) { maker.add(name, record); });
    }
    maker.finish();
  }
  if (reader) reader->expect_reader();
  found.finish();
  report_omissions(omissions);
  return signals.token().stop_requested() ? kJobFailed : kGood;
}

}  // namespace isthmus
