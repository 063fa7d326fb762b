#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <numeric>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "protocols/analysis.hpp"
#include "protocols/analysis_text.hpp"
#include "protocols/board_svg.hpp"
#include "protocols/query_writer.hpp"
#include "tools/bad_input.hpp"
#include "tools/command.hpp"
#include "tools/commands/commands.hpp"
#include "tools/evaluator_options.hpp"
#include "tools/game_input.hpp"
#include "tools/options.hpp"
#include "tools/read_file.hpp"
#include "tools/review_game.hpp"
#include "tools/stop_on_signal.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kUsage =
    R"(Usage: isthmus analyze FILE [options]

Analyses positions, or reviews games. FILE holds a JSON query, or one query a line; - reads queries
from standard input, a line each. For example:

  {"id": "a", "game": "hex", "size": 11, "moves": [["B", "f6"], ["W", "g5"]], "maxVisits": 500}

Each position is answered by a line of JSON, or drawn: --format text for a terminal, --format svg
as a picture. All fields of queries and answers are described in protocols/README.md.

FILE may also hold games: SGF, links of HexWorld or trmph, or openings; or be a link itself. These
are reviewed move by move, with a search of 1000 visits of each position where neither --visits nor
--time says otherwise, and shown as a table (--format text), as SGF with comments (sgf), as a graph
of win rates (svg), or all positions as JSON. --out DIR writes the SGF, the graph and pictures of
some positions to files.)";

// What is in a file or behind - may be games as well as queries.
struct Input {
  std::string path;
  std::string text;  // empty where it is still to be read, a line at a time, from standard input
  bool is_games = false;
};

Input open_input(const std::string& path) {
  Input input{.path = path, .text = {}};
  char first = '{';
  if (path == "-") {
    std::cin >> std::ws;
    if (std::cin) first = static_cast<char>(std::cin.peek());
    input.is_games = first != '{' && first != '[';
    if (input.is_games) input.text = read_game_text(path);
    return input;
  }
  input.text = is_game_link(path) ? path
                                  : read_file(path,
                                              "give a file of JSON queries or of games, a link, or "
                                              "- for standard input");
  const std::size_t start = input.text.find_first_not_of(" \t\r\n");
  if (start != std::string::npos) first = input.text[start];
  input.is_games = first != '{' && first != '[';
  return input;
}

// Calls visit with each query: the whole text where it is one, else each line.
void for_each_query(const Input& input, const std::function<void(const std::string&)>& visit) {
  const auto visit_line = [&](const std::string& line) {
    if (line.find_first_not_of(" \t\r") != line.npos) visit(line);
  };
  std::string line;
  if (input.path == "-") {
    while (std::getline(std::cin, line)) visit_line(line);
    return;
  }
  if (nlohmann::json::accept(input.text)) {
    visit(input.text);
    return;
  }
  std::istringstream lines(input.text);
  while (std::getline(lines, line)) visit_line(line);
}

// Rewrites one line of the terminal with how a search goes on; does nothing elsewhere.
class ProgressLine {
 public:
  void show(const AnalyzedPosition& analyzed) const {
    if (!is_terminal_ || analyzed.report.moves.empty()) return;
    const MoveReport& best = analyzed.report.moves.front();
    const auto percent = static_cast<int>(100 * best.win_rate + 0.5);
    std::cerr << "\r\033[K" << analyzed.report.visits << " visits, best "
              << analyzed.query.record.game().name(best.move) << " " << percent << "%"
              << std::flush;
  }
  void clear() const {
    if (is_terminal_) std::cerr << "\r\033[K" << std::flush;
  }

 private:
  bool is_terminal_ = isatty(STDERR_FILENO) != 0;
};

std::string draw(const std::string& format, const AnalyzedPosition& analyzed) {
  const Game& game = analyzed.query.record.game();
  if (format == "svg") return board_svg(game, analyzed.position, analyzed.report);
  if (format == "text") {
    const bool is_coloured = isatty(STDOUT_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr;
    return analysis_text(game, analyzed.position, analyzed.report,
                         {.colour = is_coloured, .ownership = analyzed.query.include_ownership});
  }
  return answer_line(analyzed) + "\n";
}

// Reviews the games of the input.
int review(const Input& input, const po::variables_map& values, const Settings& settings,
           EvaluatorFactory make_evaluator) {
  LeftOut left_out;
  ReviewOptions options;
  options.make_evaluator = std::move(make_evaluator);
  options.settings = settings;
  options.format = values["format"].as<std::string>();
  if (options.format.empty()) options.format = "text";
  const std::filesystem::path out = values.count("out") != 0 ? values["out"].as<std::string>() : "";
  options.maps = parse_maps(values["maps"].as<std::string>());
  const std::shared_ptr<const Game> game = read_game(values);
  const StopOnSignal signals;
  // First all of it is read, so that an error at its end costs no time, and its games are counted.
  std::size_t count = 0, number = 0;
  read_games(input.path, input.text, "", game, left_out, [&](const GameFile&) { ++count; });
  LeftOut same;
  read_games(input.path, input.text, "", game, same, [&](GameFile file) {
    ++number;
    if (signals.token().stop_requested()) return;
    const std::filesystem::path folder =
        out.empty() || count == 1 ? out : out / std::to_string(number);
    review_game(std::move(file), options, folder, signals.token());
  });
  report_left_out(left_out);
  return kGood;
}

// The games of the input as queries, all positions of each.
std::string queries_of(const Input& input, const po::variables_map& values) {
  LeftOut left_out;
  std::string queries;
  read_games(input.path, input.text, "", read_game(values), left_out, [&](const GameFile& file) {
    auto query = nlohmann::ordered_json::parse(write_query(file));
    std::vector<std::size_t> turns(file.record.turns().size() + 1);
    std::iota(turns.begin(), turns.end(), std::size_t{0});
    query["analyzeTurns"] = turns;
    queries += query.dump() + '\n';
  });
  report_left_out(left_out);
  return queries;
}

}  // namespace

int run_analyze(const std::vector<std::string>& arguments) {
  po::options_description options;
  options.add_options()("file", po::value<std::string>()->value_name("FILE")->required(),
                        "the queries or games; may be given without --file")(
      "format", po::value<std::string>()->value_name("FORM")->default_value("", "json or text"),
      "form of the answers: json, text or svg, and sgf for games")(
      "out", po::value<std::string>()->value_name("DIR"),
      "for games: a folder for game.sgf, winrates.svg and pictures")(
      "maps", po::value<std::string>()->value_name("TURNS")->default_value("worst"),
      "for games: turns to draw in DIR, as in 12,20; or worst (the three that lost most), all, "
      "none");
  add_game(options);
  add_settings(options);
  add_evaluator(options);
  const auto values = parse_options(arguments, kUsage, options,
                                    po::positional_options_description().add("file", 1));
  if (!values) return kGood;
  std::string format = (*values)["format"].as<std::string>();
  if (!format.empty() && format != "json" && format != "text" && format != "svg" &&
      format != "sgf") {
    throw BadInput("option '--format' takes json, text, svg or sgf, not '" + format + "'");
  }
  const Settings settings = read_settings(*values);
  const EvaluatorFactory make_evaluator = read_evaluators(*values);
  const std::string path = (*values)["file"].as<std::string>();
  Input input = open_input(path);
  if (input.is_games) {
    if (format != "json") return review(input, *values, settings, make_evaluator);
    input = {.path = path == "-" ? "standard input" : path, .text = queries_of(input, *values)};
  }
  if (format == "sgf") throw BadInput("option '--format sgf' is for games, and these are queries");
  if (format.empty()) format = "json";

  const ProgressLine progress;
  int queries = 0, refused = 0;
  bool stopped = false;
  for_each_query(input, [&](const std::string& text) {
    if (stopped) return;
    ++queries;
    // Only during a search: while it waits for input, the program ends at once.
    const StopOnSignal signals;
    try {
      const AnalysisQuery query = parse_query(text, settings);
      for (const std::string& field : query.unknown_fields) {
        if (format == "json") {
          std::cout << warning_line(query, field) << std::endl;
        } else {
          std::cerr << "isthmus: warning: " << path << ": unknown field '" << field << "'\n";
        }
      }
      analyze(
          query, make_evaluator, signals.token(),
          [&](const AnalyzedPosition& analyzed) {
            progress.clear();
            std::cout << draw(format, analyzed) << std::flush;
          },
          [&](const AnalyzedPosition& analyzed) { progress.show(analyzed); });
      stopped = signals.token().stop_requested();
    } catch (const QueryError& error) {
      if (format != "json") throw BadInput(path + ": " + error.what());
      ++refused;
      std::cout << error_line(error) << std::endl;
    }
  });
  if (queries == 0) throw BadInput(path + " holds no query; see isthmus analyze --help");
  if (refused > 0) {
    throw BadInput(path + ": " + std::to_string(refused) + " of " + std::to_string(queries) +
                   " queries were refused; the answers say why");
  }
  return kGood;
}

}  // namespace isthmus
