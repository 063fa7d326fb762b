#include <sstream>

#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>

#include "tools/base/bad_input.hpp"
#include "tools/base/output_file.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/cli/commands.hpp"
#include "tools/options/command.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"
#include "tools/tournament/exports.hpp"
#include "tools/tournament/formats.hpp"
#include "tools/tournament/report.hpp"
#include "tools/tournament/results_file.hpp"
#include "tools/tournament/scheduler.hpp"
#include "tools/tournament/standings.hpp"
#include "tools/tournament/standings_json.hpp"
#include "tools/tournament/standings_text.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kResultsUsage =
    R"(Usage: isthmus results DIR [options]

Prints the table of a tournament, which may be in play, or writes its games in other forms. DIR is
what isthmus tournament --out was given, or the results.sqlite in it. FILE may be - for standard
output, in place of the table. For example:

  isthmus results results --html report.html
  isthmus results results --csv - > games.csv)";

constexpr int kMaxBoards = 1000;

using Writer = void (*)(std::ostream& stream, const tournament::StoredTournament& tournament);

// A form in which the games may be written.
struct Export {
  const char* option;
  const char* help;
  Writer write;
};

constexpr Export kExports[] = {
    {"csv", "the games as comma-separated values", tournament::write_csv},
    {"jsonl", "the games as lines of JSON", tournament::write_json_lines},
    {"sgf", "the games as one collection of SGF", tournament::write_sgf_collection},
};

// Writes what `write` does to a stream to a file, or standard output. Returns whether it was the
// latter.
template <typename Write>
bool write_to(const std::string& option, const std::string& path, const Write& write) {
  if (path != "-") check_output_file(option, path);
  std::ostringstream text;
  write(text);
  if (path != "-") {
    write_file(path, text.view());
    return false;
  }
  print(text.view());
  return true;
}

// What the format of the tournament has of its own: rounds, places; empty where there is none.
std::string format_table(const tournament::StoredTournament& tournament) {
  tournament::Scheduler scheduler(tournament.spec);
  scheduler.resume(tournament.records);
  return format_text(tournament.spec, scheduler.pairings());
}

}  // namespace

int run_results(const std::vector<std::string>& arguments) {
  po::options_description options;
  options.add_options()("dir", po::value<std::string>()->value_name("DIR")->required(),
                        "the tournament; may be given without --dir")(
      "json", po::bool_switch(), "print the standings as JSON, not as a table");
  for (const Export& one : kExports) {
    options.add_options()(one.option, po::value<std::string>()->value_name("FILE"), one.help);
  }
  options.add_options()("html", po::value<std::string>()->value_name("FILE"),
                        "a report for browsers, in one file");
  add_number(
      options,
      {"boards", "N", {0, kMaxBoards, true}, 12, "how many games the report shows the boards of"});
  const auto values = parse_options(arguments, kResultsUsage, options,
                                    po::positional_options_description().add("dir", 1));
  if (!values) return kGood;
  const int boards = number_of<int>(*values, "boards");
  const tournament::StoredTournament tournament =
      tournament::read_tournament((*values)["dir"].as<std::string>());
  bool is_output_taken = false;
  for (const Export& one : kExports) {
    if (values->count(one.option) == 0) continue;
    const auto write = [&](std::ostream& stream) { one.write(stream, tournament); };
    is_output_taken |= write_to(one.option, (*values)[one.option].as<std::string>(), write);
  }
  if (values->count("html") != 0) {
    const auto write = [&](std::ostream& stream) {
      write_report(stream, tournament, format_table(tournament), boards);
    };
    is_output_taken |= write_to("html", (*values)["html"].as<std::string>(), write);
  }
  if ((*values)["json"].as<bool>()) {
    using nlohmann::ordered_json;
    const ordered_json document = standings_json(tournament.spec, tournament.records);
    print(document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n');
  } else if (!is_output_taken) {
    const int engines = static_cast<int>(tournament.spec.engines.size());
    print(table_text(make_standings(tournament.records, engines), tournament.spec));
    const std::string format = format_table(tournament);
    if (!format.empty()) print('\n' + format);
  }
  return kGood;
}

}  // namespace isthmus
