#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include <boost/program_options/value_semantic.hpp>

#include "tools/bad_input.hpp"
#include "tools/command.hpp"
#include "tools/commands/commands.hpp"
#include "tools/options.hpp"
#include "tools/read_file.hpp"
#include "tools/stop_on_signal.hpp"
#include "tools/tournament/fault.hpp"
#include "tools/tournament/progress.hpp"
#include "tools/tournament/results.hpp"
#include "tools/tournament/runner.hpp"
#include "tools/tournament/scheduler.hpp"
#include "tools/tournament/spec.hpp"
#include "tools/tournament/standings.hpp"
#include "tools/tournament/standings_text.hpp"

namespace isthmus {

namespace po = boost::program_options;
using namespace tournament;

namespace {

constexpr auto kUsage =
    R"(Usage: isthmus tournament SPEC.json --out DIR [options]

Plays engines that speak GTP against each other, each two of them and each opening twice with
colours exchanged, and writes to DIR results.sqlite, sgf/, table.txt and logs/.
A spec:

  {"game": "hex", "size": 11, "games": 200, "jobs": 2, "openings": "all-1ply",
   "time": {"perMove": 1.0},
   "engines": [{"name": "new", "command": "isthmus gtp"},
               {"name": "old", "command": "old/isthmus gtp --threads 1"}]}

  size      a side, or "COLUMNSxROWS"
  swap      "none", "swap-pieces" or "swap-sides"
  games     of each two engines; even
  jobs      games at a time
  openings  "none", "all-1ply" (each first stone once) or [["a1", "b2"], ...]
  seed      decides the order of all-1ply
  time      {"perMove": 1} or {"main": 60, "increment": 1}, in seconds; either may have "margin",
            by which a move may be late (0.5). Without time, a move may take 600 seconds.
  engines   "command" is run by the shell; "initial" may list GTP commands to send at the start;
            "restart": true starts the engine anew for each game)";

Spec read_spec(const std::string& path) {
  const std::string text =
      read_file(path, "give a tournament's spec, see isthmus tournament --help");
  try {
    return parse_spec(text);
  } catch (const BadInput& error) {
    throw BadInput(path + ": " + error.what());
  }
}

// What this run is to play: every `count`-th pair of games from `first`.
struct Part {
  int first = 0;
  int count = 1;
};

// Reads "K/N", which counts from 1.
Part read_part(const std::string& text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  Part part;
  const auto read = [](std::string_view digits, int& number) {
    const char* end = digits.data() + digits.size();
    return std::from_chars(digits.data(), end, number) == std::from_chars_result{end, {}};
  };
  if (slash == text.size() || !read(std::string_view(text).substr(0, slash), part.first) ||
      !read(std::string_view(text).substr(slash + 1), part.count) || part.first < 1 ||
      part.first > part.count) {
    throw BadInput("option '--part' takes K/N with K from 1 to N, not '" + text + "'");
  }
  --part.first;
  return part;
}

void play(const Spec& spec, Scheduler& scheduler, Results& results, int jobs,
          std::stop_token stop) {
  if (scheduler.is_done()) return;
  check_engines(spec, results.log_folder(), stop);
  const std::size_t done = results.records().size();
  Progress progress(stderr, spec, done, done + scheduler.remaining());
  play_games(spec, scheduler, jobs, results.log_folder(), stop, [&](GameRecord record) {
    results.add(std::move(record));
    progress.show(results.records());
  });
}

}  // namespace

int run_tournament(const std::vector<std::string>& arguments) {
  po::options_description options;
  options.add_options()("spec", po::value<std::string>()->value_name("FILE")->required(),
                        "the spec; may be given without --spec")(
      "out", po::value<std::string>()->value_name("DIR")->required(), "folder for the results")(
      "jobs", po::value<int>()->value_name("N"), "games at a time, instead of the spec's")(
      "part", po::value<std::string>()->value_name("K/N")->default_value("1/1"),
      "play only every N-th pair of games, from the K-th on")(
      "take", po::value<std::vector<std::string>>()->value_name("DIR")->composing(),
      "add the games of another DIR of this tournament, such as a part; may be given again")(
      "resume", po::bool_switch(), "go on with a tournament that has games in DIR");
  const auto values = parse_options(arguments, kUsage, options,
                                    po::positional_options_description().add("spec", 1));
  if (!values) return kGood;

  Spec spec = read_spec((*values)["spec"].as<std::string>());
  if (values->count("jobs") != 0) spec.jobs = (*values)["jobs"].as<int>();
  if (spec.jobs < 1 || spec.jobs > kMostJobs) {
    throw BadInput("option '--jobs' takes a number from 1 to " + std::to_string(kMostJobs) +
                   ", not " + std::to_string(spec.jobs));
  }
  const Part part = read_part((*values)["part"].as<std::string>());
  Results results((*values)["out"].as<std::string>(), spec, (*values)["resume"].as<bool>());
  if (values->count("take") != 0) {
    for (const auto& other : (*values)["take"].as<std::vector<std::string>>()) results.take(other);
  }
  Scheduler scheduler(spec);
  scheduler.resume(results.records());
  scheduler.keep_part(part.first, part.count);

  const StopOnSignal signals;
  try {
    play(spec, scheduler, results, spec.jobs, signals.token());
  } catch (const Stopped&) {
  }
  const std::string table =
      table_text(make_standings(results.records(), static_cast<int>(spec.engines.size())), spec);
  results.write_table(table);
  std::fputs(table.c_str(), stdout);
  if (scheduler.is_done()) return kGood;
  throw std::runtime_error("stopped with " + std::to_string(scheduler.remaining()) +
                           " games to play; go on with the same command and --resume");
}

}  // namespace isthmus
