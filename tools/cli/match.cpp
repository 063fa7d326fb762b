#include "tools/selfplay/match.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>

#include "engine/base/split.hpp"
#include "engine/net/net.hpp"
#include "gpu/net/net_precision.hpp"
#include "gpu/tree/make_tree_games.hpp"
#include "gpu/tree/tree_board.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/core_count.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/base/stop_without_reader.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/tree_option.hpp"
#include "tools/options/backend_options.hpp"
#include "tools/options/command.hpp"
#include "tools/options/evaluator_options.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"
#include "tools/ratings/elo.hpp"
#include "tools/ratings/sprt.hpp"
#include "tools/selfplay/tree_match.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kMatchUsage =
    R"(Usage: isthmus match --against NET [--net NET] --visits N [options]
       isthmus match --against-set NAME=VALUE --visits N [options]
       isthmus match --against-net-precision NAME --visits N [options]

Plays two nets, or a net and fills or playouts, or one evaluator with two settings of the search, against each
other, many games at once and each opening twice with colours exchanged. The openings are all first
stones, and then such with random answers. Prints the points of the side that --net and the settings
describe, and its Elo with a 95% interval, as a line of JSON.)";

std::vector<std::string_view> match_settings() {
  std::vector<std::string_view> names = settings_for_many();
  names.insert(names.begin(), "visits");
  return names;
}

constexpr std::int64_t kTreeMegabytes = 4;

// The settings of one side, with those that many small searches need in place of the others.
void check_and_complete(Settings& settings) {
  if (settings.visits < 2) throw BadInput("option '--visits' must be given, from 2 on");
  settings.threads = 1;
  settings.memory = kTreeMegabytes;
  settings.reuse_tree = false;
  settings.root_views = 1;
  settings.cache = 0;
  settings.solver_share = 0;  // two searches are compared, not what a solver knows
}

// Carries out each NAME=VALUE of --against-set.
void change_opponent(const po::variables_map& values, Settings& settings) {
  if (values.count("against-set") == 0) return;
  const std::vector<std::string_view> names = match_settings();
  for (const std::string& text : values.at("against-set").as<std::vector<std::string>>()) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string name = text.substr(0, equals);
    if (equals == text.size() || std::find(names.begin(), names.end(), name) == names.end()) {
      throw BadInput(
          "option '--against-set' takes NAME=VALUE with one of the settings that --help "
          "lists, not '" +
          text + "'");
    }
    try {
      set(settings, find_setting(name), text.substr(equals + 1));
    } catch (const SettingError& error) {
      throw BadInput(std::string("option '--against-set': ") + error.what());
    }
  }
}

// Whether the opponent is judged for by another evaluator than the first side.
bool has_other_evaluator(const po::variables_map& values) {
  return values.count("against") + values.count("against-net-precision") != 0;
}

// Where the sides do not differ each opening would be won once by each.
void check_difference(const po::variables_map& values, const Settings& a, const Settings& b) {
  if (has_other_evaluator(values)) return;
  for (std::string_view name : match_settings()) {
    if (get(a, find_setting(name)) != get(b, find_setting(name))) return;
  }
  throw BadInput(
      "option '--against-set' changes nothing: the opponent has all other settings from the first "
      "side");
}

// The options with the opponent's net in place of --net, and its precision.
po::variables_map options_of_opponent(const po::variables_map& values) {
  po::variables_map other = values;
  const auto put = [&](const std::string& name, const std::string& value) {
    other.erase(name);
    other.insert({name, po::variable_value(value, false)});
  };
  if (values.count("against") != 0) {
    const std::string& against = values.at("against").as<std::string>();
    const bool is_net = against != "fills" && against != "playouts";
    put("evaluator", is_net ? "net" : against);
    if (is_net) put("net", against);
  }
  if (values.count("against-net-precision") != 0) {
    put("net-precision", values.at("against-net-precision").as<std::string>());
  }
  return other;
}

// What plays in place of evaluators where --tree asks for trees on GPUs, and these are to be had.
std::vector<selfplay::MakeMatchTrees> read_trees(const po::variables_map& values,
                                                 const po::variables_map& other,
                                                 const selfplay::MatchJob& job) {
  struct Player {
    std::shared_ptr<const Net> net;
    TreeSettings settings;
    NetPrecision precision;
  };
  std::array<Player, 2> players;
  std::string why = tree_obstacle(job.game);
  for (std::size_t i = 0; i < 2 && values.at("tree").as<std::string>() == "gpu"; ++i) {
    const po::variables_map& of_player = i == 0 ? values : other;
    const auto net = read_judging_net(of_player, job.game);
    players[i] = {net, selfplay::match_tree_settings(job.settings[i]),
                  read_net_precision(of_player, net ? net->channels : 0)};
    if (!net) why = "no net judges for both sides";
    if (why.empty()) why = selfplay::match_tree_obstacle(job.settings[i]);
  }
  std::vector<selfplay::MakeMatchTrees> trees;
  for (const int device : read_tree_devices(values, why)) {
    trees.emplace_back([device, players, &game = job.game](std::size_t player, int slots) {
      const auto& [net, settings, precision] = players[player];
      return make_gpu_tree_games(device, game, *net, settings, slots, precision);
    });
  }
  return trees;
}

// Games are played in pairs.
int read_pairs(const po::variables_map& values) {
  const int games = number_of<int>(values, "games");
  if (games % 2 == 0) return games / 2;
  throw BadInput("option '--games' takes an even number, as each opening is played twice, not '" +
                 std::to_string(games) + "'");
}

// What --sprt asks for, if anything.
std::optional<Sprt> read_sprt(const po::variables_map& values) {
  if (values.count("sprt") == 0) return std::nullopt;
  const std::string& text = values.at("sprt").as<std::string>();
  constexpr NumberRange kAny{-1e9, 1e9};
  std::vector<double> read;
  for (const std::string_view part : split(text, ',')) {
    const auto number = kAny.parse(part);
    if (!number) {
      read.clear();
      break;
    }
    read.push_back(*number);
  }
  Sprt sprt;
  if (read.size() >= 2) std::tie(sprt.elo0, sprt.elo1) = std::pair(read[0], read[1]);
  if (read.size() == 4) std::tie(sprt.alpha, sprt.beta) = std::pair(read[2], read[3]);
  const std::string& scale = values.at("scale").as<std::string>();
  if (scale != "logistic" && scale != "normalised") {
    throw BadInput("option '--scale' takes logistic or normalised, not '" + scale + "'");
  }
  if (scale == "normalised") sprt.scale = Sprt::Scale::normalised;
  const double most = scale == "normalised" ? kMaxNormalisedElo : kMaxElo;
  const auto is_probability = [](double probability) {
    return probability > 0 && probability < 0.5;
  };
  if ((read.size() != 2 && read.size() != 4) || !(sprt.elo0 < sprt.elo1) || sprt.elo0 < -most ||
      sprt.elo1 > most || !is_probability(sprt.alpha) || !is_probability(sprt.beta)) {
    throw BadInput(
        "option '--sprt' takes ELO0,ELO1 with the first below the second, and perhaps two chances "
        "below 0.5, not '" +
        text + "'");
  }
  return sprt;
}

nlohmann::ordered_json match_result_json(std::span<const double> scores,
                                         const std::optional<Sprt>& sprt) {
  const Outcomes outcomes = outcomes_of_pairs(scores);
  const EloEstimate elo = estimate_elo(outcomes);
  const EloEstimate normalised = estimate_normalised_elo(outcomes);
  nlohmann::ordered_json result = {
      {"games", 2 * scores.size()},
      {"points", 2 * std::accumulate(scores.begin(), scores.end(), 0.0)},
      {"elo", elo.elo},
      {"error", elo.error},
      {"normalisedElo", normalised.elo},
      {"normalisedError", normalised.error},
      {"superiority", elo.superiority()}};
  if (sprt) {
    const double ratio = log_likelihood_ratio(outcomes, *sprt);
    result["logLikelihoodRatio"] = ratio;
    result["sprt"] = name(verdict(ratio, *sprt));
  }
  return result;
}

void add_match_options(po::options_description& options) {
  options.add_options()(
      "against", po::value<std::string>()->value_name("NET"),
      "the opponent: a net's file, fills or playouts; if not given, the same evaluator")(
      "against-set", po::value<std::vector<std::string>>()->value_name("NAME=VALUE")->composing(),
      "a setting of the opponent, whose others are those of the first side; may be given again")(
      "against-net-precision", po::value<std::string>()->value_name("NAME"),
      "the --net-precision of the opponent; if not given, that of the first side");
  const NumberOption numbers[] = {
      {"games", "N", {2, 1 << 24, true}, 400, "games to play; even"},
      {"parallel", "N", {1, 1 << 20, true}, 1024, "games at a time"},
      {"workers", "N", {0, 1024, true}, 0, "threads that play the games; 0: one for each core"},
      {"most-lead",
       "X",
       {0, 0.5},
       0.5,
       "plays openings after which --net gives no side a chance to win of more than 0.5 + X"},
  };
  for (const NumberOption& number : numbers) add_number(options, number);
  add_tree(options, kTreeGames);
  options.add_options()(
      "sprt", po::value<std::string>()->value_name("ELO0,ELO1[,ALPHA,BETA]"),
      "ends the match when it is clear whether the Elo is rather ELO0 or ELO1, with chances ALPHA "
      "and BETA, if not given 0.05, of being wrong where it is ELO0 and ELO1")(
      "scale", po::value<std::string>()->value_name("NAME")->default_value("logistic"),
      "what ELO0 and ELO1 are given in: logistic or normalised Elo");
  add_game(options);
  add_settings(options, match_settings());
  add_evaluator(options);
}

}  // namespace

int run_match(const std::vector<std::string>& arguments) {
  po::options_description options;
  add_match_options(options);
  const auto values = parse_options(arguments, kMatchUsage, options);
  if (!values) return kGood;

  if (!has_other_evaluator(*values) && values->count("against-set") == 0) {
    throw BadInput("an opponent must be given: a net by --against, or settings by --against-set");
  }
  const std::shared_ptr<const Game> game = read_game(*values);
  Settings settings = read_settings(*values, match_settings());
  Settings opponent = settings;
  change_opponent(*values, opponent);
  check_and_complete(settings);
  check_and_complete(opponent);
  check_difference(*values, settings, opponent);
  const bool is_shared =
      !has_other_evaluator(*values) && EvaluatorSettings(settings) == EvaluatorSettings(opponent);
  const po::variables_map other = options_of_opponent(*values);
  const std::optional<Sprt> sprt = read_sprt(*values);
  const int workers = number_of<int>(*values, "workers");
  selfplay::MatchJob job{
      .game = *game,
      .make_evaluators = {read_evaluators(*values),
                          is_shared ? EvaluatorFactory{} : read_evaluators(other)},
      .settings = {settings, opponent},
      .pairs = read_pairs(*values),
      .parallel = number_of<int>(*values, "parallel"),
      .workers = workers > 0 ? workers : core_count(),
      .max_lead = number_of(*values, "most-lead")};
  job.make_trees = read_trees(*values, other, job);
  if (!job.make_trees.empty() && values->at("parallel").defaulted()) {
    job.parallel = kTreeGames * static_cast<int>(job.make_trees.size());
  }
  if (sprt) {
    job.is_decided = [&sprt](std::span<const double> scores) {
      const auto outcomes = outcomes_of_pairs(scores);
      const double ratio = log_likelihood_ratio(outcomes, *sprt);
      return verdict(ratio, *sprt) != Verdict::undecided;
    };
  }

  const StopOnSignal signals;
  const StopWithoutReader reader(signals.token());
  selfplay::EvaluationStats stats;
  const auto begin = std::chrono::steady_clock::now();
  std::vector<double> scores;
  try {
    scores = selfplay::play_match(job, reader.token(), stats);
  } catch (const std::invalid_argument& error) {  // a net of another game
    throw BadInput("options '--game', '--net', '--against': " + std::string(error.what()));
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  nlohmann::ordered_json result = match_result_json(scores, sprt);
  result["seconds"] = seconds.count();
  result["evaluations"] = stats.evaluations.load();
  print(result.dump() + '\n');
  return kGood;
}

}  // namespace isthmus
