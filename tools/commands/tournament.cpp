#include <cstdio>

#include <boost/program_options/value_semantic.hpp>

#include "tools/bad_input.hpp"
#include "tools/command.hpp"
#include "tools/commands/commands.hpp"
#include "tools/options.hpp"
#include "tools/read_file.hpp"
#include "tools/stop_on_signal.hpp"
#include "tools/tournament/progress.hpp"
#include "tools/tournament/results.hpp"
#include "tools/tournament/runner.hpp"
#include "tools/tournament/schedule.hpp"
#include "tools/tournament/spec.hpp"
#include "tools/tournament/standings.hpp"

namespace isthmus {

namespace po = boost::program_options;
using namespace tournament;

namespace {

constexpr auto kUsage =
    R"(Usage: isthmus tournament SPEC.json --out DIR [options]

Plays engines that speak GTP against each other, each two of them and each opening twice with
colours exchanged, and writes to DIR games.jsonl (a line a game), sgf/, table.txt and logs/.
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

void play_remaining(const Spec& spec, Results& results, int jobs, std::stop_token stop) {
  const std::vector<ScheduledGame> remaining = results.remaining();
  if (remaining.empty()) return;
  check_engines(spec, results.log_folder(), stop);
  const std::size_t done = results.records().size();
  Progress progress(stderr, spec, done, done + remaining.size());
  play_games(spec, remaining, jobs, results.log_folder(), stop, [&](GameRecord record) {
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
  const std::vector<ScheduledGame> schedule = make_schedule(spec);
  Results results((*values)["out"].as<std::string>(), spec, schedule,
                  (*values)["resume"].as<bool>());

  const StopOnSignal signals;
  try {
    play_remaining(spec, results, spec.jobs, signals.token());
  } catch (const Stopped&) {
  }
  const std::string table =
      table_text(make_standings(results.records(), static_cast<int>(spec.engines.size())), spec);
  results.write_table(table);
  std::fputs(table.c_str(), stdout);
  const std::size_t left = schedule.size() - results.records().size();
  if (left == 0) return kGood;
  throw std::runtime_error("stopped with " + std::to_string(left) + " of " +
                           std::to_string(schedule.size()) +
                           " games to play; go on with the same command and --resume");
}

}  // namespace isthmus
