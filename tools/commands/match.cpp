#include "tools/selfplay/match.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>

#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>

#include "tools/bad_input.hpp"
#include "tools/command.hpp"
#include "tools/commands/commands.hpp"
#include "tools/evaluator_options.hpp"
#include "tools/options.hpp"
#include "tools/stop_on_signal.hpp"
#include "tools/tournament/elo.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kUsage =
    R"(Usage: isthmus match --against NET [--net NET] --visits N [options]

Plays two nets, or a net and fills, against each other by the same search, many games at once and
each opening twice with colours exchanged. The openings are all first stones, and then such with
random answers. Prints the points of --net, and its Elo with a 95% interval, as a line of JSON.)";

// The settings of the engine that make sense where many small searches run at once.
constexpr std::array<std::string_view, 8> kEngineSettings{
    "visits",  "seed",     "fills", "exploration", "first-play-reduction", "prior-temperature",
    "bridges", "half-turn"};

constexpr std::int64_t kTreeMegabytes = 4;

// The options with the opponent's net in place of --net.
EvaluatorFactory read_opponent(const po::variables_map& values) {
  po::variables_map other = values;
  const auto put = [&](const std::string& name, const std::string& value) {
    other.erase(name);
    other.insert({name, po::variable_value(value, false)});
  };
  const std::string& against = values.at("against").as<std::string>();
  put("evaluator", against == "fills" ? "fills" : "net");
  if (against != "fills") put("net", against);
  return read_evaluators(other);
}

int read_number(const po::variables_map& values, const std::string& name, int least, int most) {
  const int number = values.at(name).as<int>();
  if (number < least || number > most) {
    throw BadInput("option '--" + name + "' takes a number from " + std::to_string(least) + " to " +
                   std::to_string(most) + ", not " + std::to_string(number));
  }
  return number;
}

}  // namespace

int run_match(const std::vector<std::string>& arguments) {
  po::options_description options;
  options.add_options()("against", po::value<std::string>()->value_name("NET")->required(),
                        "the opponent: a net's file, or fills")(
      "games", po::value<int>()->value_name("N")->default_value(400), "games to play; even")(
      "parallel", po::value<int>()->value_name("N")->default_value(1024), "games at a time")(
      "workers", po::value<int>()->value_name("N")->default_value(0),
      "threads that play the games; 0: one for each core");
  add_game(options);
  add_settings(options, kEngineSettings);
  add_evaluator(options);
  const auto values = parse_options(arguments, kUsage, options);
  if (!values) return kGood;

  const std::shared_ptr<const Game> game = read_game(*values);
  Settings settings = read_settings(*values);
  if (settings.visits < 2) throw BadInput("option '--visits' must be given, from 2 on");
  settings.threads = 1;
  settings.memory = kTreeMegabytes;
  settings.reuse_tree = false;
  settings.cache = 0;
  const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  const int workers = read_number(*values, "workers", 0, 1024);
  const selfplay::MatchJob job{
      .game = *game,
      .make_evaluators = {read_evaluators(*values), read_opponent(*values)},
      .settings = {settings, settings},
      .pairs = (read_number(*values, "games", 2, 1 << 24) + 1) / 2,
      .parallel = read_number(*values, "parallel", 1, 1 << 20),
      .workers = workers > 0 ? workers : cores};

  const StopOnSignal signals;
  const std::vector<double> scores = selfplay::play_match(job, signals.token());
  const auto [elo, error] = tournament::estimate_elo(scores);
  const nlohmann::ordered_json result = {
      {"games", 2 * scores.size()},
      {"points", 2 * std::accumulate(scores.begin(), scores.end(), 0.0)},
      {"elo", elo},
      {"error", error}};
  std::printf("%s\n", result.dump().c_str());
  return kGood;
}

}  // namespace isthmus
