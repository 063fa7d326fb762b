#include <cstdlib>
#include <functional>
#include <iostream>
#include <sstream>
#include <string>

#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "protocols/analysis.hpp"
#include "protocols/analysis_text.hpp"
#include "protocols/board_svg.hpp"
#include "tools/bad_input.hpp"
#include "tools/command.hpp"
#include "tools/commands/commands.hpp"
#include "tools/evaluator_options.hpp"
#include "tools/options.hpp"
#include "tools/read_file.hpp"
#include "tools/stop_on_signal.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kUsage =
    R"(Usage: isthmus analyze FILE [options]

Analyses positions. FILE holds a JSON query, or one query a line; - reads queries from standard
input, a line each. For example:

  {"id": "a", "game": "hex", "size": 11, "moves": [["B", "f6"], ["W", "g5"]], "maxVisits": 500}

Each position is answered by a line of JSON, or drawn: --format text for a terminal, --format svg
as a picture. All fields of queries and answers are described in protocols/README.md.)";

// Calls visit with each query of a file: the whole file where it is one, else each line.
void for_each_query(const std::string& path, const std::function<void(const std::string&)>& visit) {
  const auto visit_line = [&](const std::string& line) {
    if (line.find_first_not_of(" \t\r") != line.npos) visit(line);
  };
  std::string line;
  if (path == "-") {
    while (std::getline(std::cin, line)) visit_line(line);
    return;
  }
  const std::string text = read_file(path, "give a file of JSON queries, or - for standard input");
  if (nlohmann::json::accept(text)) {
    visit(text);
    return;
  }
  std::istringstream lines(text);
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

}  // namespace

int run_analyze(const std::vector<std::string>& arguments) {
  po::options_description options;
  options.add_options()("file", po::value<std::string>()->value_name("FILE")->required(),
                        "the queries; may be given without --file")(
      "format", po::value<std::string>()->value_name("FORM")->default_value("json"),
      "form of the answers: json, text or svg");
  add_settings(options);
  add_evaluator(options);
  const auto values = parse_options(arguments, kUsage, options,
                                    po::positional_options_description().add("file", 1));
  if (!values) return kGood;
  const std::string format = (*values)["format"].as<std::string>();
  if (format != "json" && format != "text" && format != "svg") {
    throw BadInput("option '--format' takes json, text or svg, not '" + format + "'");
  }
  const Settings settings = read_settings(*values);
  const EvaluatorFactory make_evaluator = read_evaluators(*values);
  const std::string path = (*values)["file"].as<std::string>();

  const ProgressLine progress;
  int queries = 0, refused = 0;
  bool stopped = false;
  for_each_query(path, [&](const std::string& text) {
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
