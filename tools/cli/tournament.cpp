#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/any.hpp>
#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "engine/net/net.hpp"
#include "engine/net/net_file.hpp"
#include "gpu/net/net_precision.hpp"
#include "gpu/tree/make_tree_games.hpp"
#include "protocols/formats/text_check.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/read_file.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/tree_option.hpp"
#include "tools/evaluators/evaluators.hpp"
#include "tools/options/backend_options.hpp"
#include "tools/options/command.hpp"
#include "tools/options/evaluator_options.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"
#include "tools/options/rank_options.hpp"
#include "tools/tournament/cores.hpp"
#include "tools/tournament/distributed.hpp"
#include "tools/tournament/fault.hpp"
#include "tools/tournament/formats.hpp"
#include "tools/tournament/openings.hpp"
#include "tools/tournament/orphans.hpp"
#include "tools/tournament/progress.hpp"
#include "tools/tournament/results.hpp"
#include "tools/tournament/runner.hpp"
#include "tools/tournament/scheduler.hpp"
#include "tools/tournament/spec.hpp"
#include "tools/tournament/standings.hpp"
#include "tools/tournament/standings_json.hpp"
#include "tools/tournament/standings_text.hpp"
#include "tools/tournament/tree_runner.hpp"

namespace isthmus {

namespace po = boost::program_options;
using nlohmann::json;
using tournament::Progress;
using tournament::Scheduler;
using tournament::Spec;

namespace {

constexpr auto kTournamentUsage =
    R"(Usage: isthmus tournament SPEC.json --out DIR [options]

Plays engines that speak GTP against each other, each opening twice with colours exchanged, and
writes to DIR results.sqlite, sgf/, table.txt and logs/. A spec:

  {"size": 11, "games": 200, "jobs": 2, "openings": "all-1ply",
   "time": {"perMove": 1.0},
   "engines": [{"name": "new", "command": "isthmus gtp --threads 1"},
               {"name": "old", "command": "old/isthmus gtp --threads 1"}]}

  size         a side, or "COLUMNSxROWS"
  swap         "none", "swap-pieces" or "swap-sides"
  format       "round-robin": every two engines meet; "gauntlet": the first meets all others, or the
               first "challengers" do; "swiss", of "rounds" rounds; "knockout"
  games        of each two engines that meet; even
  sprt         {"elo0": 0, "elo1": 10, "alpha": 0.05, "beta": 0.05} ends a match of two engines when
               it is clear whether the first is stronger by elo0 or by elo1; "scale": "normalised"
               is for normalised Elo, "model": "trinomial" takes games for independent
  jobs         games at a time, as far as there are cores for their engines' threads
  openings     "none", "all-1ply" (each first stone once), [["a1", "b2"], ...], or an object:
               {"from": "all-1ply"}, {"from": "random", "stones": 4, "count": 100} or
               {"from": "file", "file": "openings.txt", "moves": 6}, a file of openings, SGF or
               another format of isthmus convert, of whose games the first "moves" moves are taken;
               with "shuffle": false in the order in which they come, and with "balanced": 0.1 only
               those to which our evaluator gives a chance of 0.4 to 0.6
  seed         decides the order of openings, and what is random
  start        the number of the first opening, from 0, to go on where a run before has stopped
  time         in seconds {"perMove": 1}, {"main": 60, "increment": 1}, {"main": 60, "byoYomi": 10,
               "stones": 5}, or {"visits": 800} for engines that know kata-set-param. "margin" (0.5)
               is by how much a move may be late, "grace" (10) how much longer the referee waits to
               distinguish a late move from none, "start" (60) how long an engine may take to be
               ready. Without time, a move may take 600 seconds.
  adjudicate   {"proven": true} ends games when bridges join a side's edges; {"mostMoves": 90} is a
               draw; {"resignBelow": 0.02, "resignMoves": 3} ends games in which both engines, which
               must know kata-genmove_analyze, have thought so for "resignMoves" moves each
  pin          true gives each game cores of its own
  ponder       true has engines think in their opponent's time; those that cannot are refused
  engines      "command" is run by the shell; "net" in its place is the file of a net, which this
               program searches; "initial" may list GTP commands to send at the start;
               "restart": true starts the engine anew for each game; "time" is in place of that of
               all; "threads" (1) is how many cores it needs, 0 for none of this machine

Where all engines are nets and "time" is {"visits": N}, --tree gpu plays many games at once on GPUs.)";

// Games at a time on a GPU of many nets, where it is not said; each net has a slot for every game,
// so that there are fewer than the kTreeGames of two.
constexpr int kFewestTreeGames = 256;

// Options in place of fields of the spec.
struct Override {
  const char* option;
  const char* field;  // as a JSON pointer
};
constexpr std::array kOverrides{Override{"jobs", "/jobs"},        Override{"start", "/start"},
                                Override{"elo0", "/sprt/elo0"},   Override{"elo1", "/sprt/elo1"},
                                Override{"alpha", "/sprt/alpha"}, Override{"beta", "/sprt/beta"},
                                Override{"scale", "/sprt/scale"}, Override{"model", "/sprt/model"},
                                Override{"pin", "/pin"},          Override{"ponder", "/ponder"}};

json json_of(const po::variable_value& value) {
  if (const auto* number = boost::any_cast<double>(&value.value())) {
    // Fields that take whole numbers know no fractions, not even of zeros.
    const auto whole = static_cast<std::int64_t>(*number);
    return static_cast<double>(whole) == *number ? json(whole) : json(*number);
  }
  if (const auto* truth = boost::any_cast<bool>(&value.value())) return *truth;
  return value.as<std::string>();
}

// The text of the spec, with what the options say in it.
std::string override_spec(const std::string& text, const po::variables_map& values) {
  json document = json::parse(text, nullptr, false);
  if (!document.is_object()) return text;  // which will be refused
  for (const auto& [option, field] : kOverrides) {
    if (values.count(option) == 0 || values[option].defaulted()) continue;
    try {
      document[json::json_pointer(field)] = json_of(values[option]);
    } catch (const json::exception&) {
      return text;  // its sprt is no object
    }
  }
  return document.dump();
}

Spec read_spec(const po::variables_map& values) {
  const auto& path = values["spec"].as<std::string>();
  const std::string text =
      read_file(path, "give a tournament's spec, see isthmus tournament --help", kMaxTextBytes);
  try {
    return tournament::parse_spec(override_spec(text, values));
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

// As many games at a time as there are cores for; says so where these are fewer than wanted.
int fitting_jobs(const Spec& spec) {
  const int cores = static_cast<int>(tournament::available_cores().size());
  const int each = cores_for_game(spec);
  if (spec.pin && each > cores) {
    throw BadInput("/pin: a game needs " + std::to_string(each) + " cores, and there are " +
                   std::to_string(cores) + "; give engines fewer threads");
  }
  const int most = max_jobs(spec, cores);
  if (spec.jobs <= most) return spec.jobs;
  std::fprintf(stderr,
               "isthmus: %d games at a time instead of %d: there are %d cores, and a game needs %d "
               "(\"threads\" of the engines)\n",
               most, spec.jobs, cores, each);
  return most;
}

// Throws where the loser of a game should not have done what it did.
void check_behaviour(const tournament::GameRecord& record, const Spec& spec) {
  if (!is_misbehaviour(record.reason)) return;
  const int loser = record.winner == record.game.black ? record.game.white : record.game.black;
  throw std::runtime_error("game " + std::to_string(record.game.id) + ": engine '" +
                           spec.engines[static_cast<std::size_t>(loser)].name + "' " +
                           "misbehaved (" + std::string(name(record.reason)) +
                           "): " + record.detail + "; the game does not count, go on by --resume");
}

// What is to be printed while games are played.
Progress::Form read_form(const po::variables_map& values) {
  const bool is_json = values["json"].as<bool>(), is_quiet = values["quiet"].as<bool>();
  if (is_json && is_quiet) throw BadInput("options '--json' and '--quiet' exclude each other");
  return is_json ? Progress::Form::json : is_quiet ? Progress::Form::quiet : Progress::Form::text;
}

void note(const std::string& message) { std::fprintf(stderr, "isthmus: %s\n", message.c_str()); }

// The nets of engines, by engine; null where it is none.
std::vector<std::shared_ptr<const Net>> read_nets(const Spec& spec) {
  std::vector<std::shared_ptr<const Net>> nets(spec.engines.size());
  for (std::size_t i = 0; i < nets.size(); ++i) {
    const std::string& name = spec.engines[i].net;
    if (name.empty()) continue;
    const std::string field = "/engines/" + std::to_string(i) + "/net: ";
    try {
      nets[i] = std::make_shared<const Net>(find_net(name, std::string(spec.game->name())));
    } catch (const NetError& error) {
      throw BadInput(field + error.what());
    }
    if (nets[i]->game != spec.game->name()) {
      throw BadInput(field + "'" + name + "' is a net of " + nets[i]->game);
    }
  }
  return nets;
}

// What makes the trees by which the games are played, for each device; none where --tree does not
// ask for them or they are not to be had. The spec must outlive them.
std::vector<tournament::MakeEngineTrees> read_trees(const po::variables_map& values,
                                                    const Spec& spec, bool has_ranks) {
  const auto nets = read_nets(spec);
  const std::string why = has_ranks ? "other ranks play" : tournament::tree_obstacle(spec);
  std::vector<NetPrecision> precisions;
  for (const auto& net : nets) {
    precisions.push_back(read_net_precision(values, net ? net->channels : 0));
  }
  std::vector<tournament::MakeEngineTrees> trees;
  for (const int device : read_tree_devices(values, why)) {
    trees.emplace_back([device, nets, &spec, precisions](std::size_t engine, int slots) {
      const TreeSettings settings = tournament::engine_tree_settings(spec, engine);
      return make_gpu_tree_games(device, *spec.game, *nets[engine], settings, slots,
                                 precisions[engine]);
    });
  }
  return trees;
}

int read_parallel(const po::variables_map& values, const Spec& spec, std::size_t devices) {
  if (values.count("parallel") != 0) return number_of<int>(values, "parallel");
  const auto engines = static_cast<int>(spec.engines.size());
  const int each = std::max(kFewestTreeGames, 2 * kTreeGames / engines);
  const auto games = static_cast<std::int64_t>(spec.games) * engines * (engines - 1) / 2;
  return static_cast<int>(
      std::min(games, static_cast<std::int64_t>(each) * static_cast<std::int64_t>(devices)));
}

// Plays here, or has other ranks play where there are some.
void play(const Spec& spec, const std::vector<tournament::MakeEngineTrees>& trees,
          Scheduler& scheduler, tournament::Results& results, const po::variables_map& values,
          mpi::Ranks* ranks, std::stop_token stop) {
  if (ranks == nullptr && scheduler.is_done()) return;
  const bool strict = values["strict"].as<bool>();
  const std::size_t done = results.records().size();
  const Progress::Form form = read_form(values);
  const auto to_stderr = [](std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);  // no reason to stop where it fails
  };
  const bool is_json = form == Progress::Form::json;
  Progress progress(is_json ? Progress::Writer(print) : to_stderr, isatty(STDERR_FILENO) == 1, spec,
                    done, done + scheduler.remaining(), form);
  const auto add = [&](std::vector<tournament::GameRecord> records) {
    std::size_t shown = results.records().size();
    results.add(std::move(records));
    const std::span<const tournament::GameRecord> all = results.records();
    while (shown++ < all.size()) {
      progress.show(all.first(shown), scheduler.remaining() + all.size() - shown);
    }
  };
  const auto finished = [&](tournament::GameRecord record) {
    if (strict) check_behaviour(record, spec);
    add({std::move(record)});
  };
  if (ranks != nullptr) {
    lead_games(*ranks, spec, scheduler, read_timeout(values), stop, finished, note);
    return;
  }
  if (!trees.empty()) {
    const int parallel = read_parallel(values, spec, trees.size());
    play_games_on_trees(spec, scheduler, trees, parallel, stop, add);
    return;
  }
  const int jobs = fitting_jobs(spec);
  check_engines(spec, results.log_folder(), stop);
  play_games(spec, scheduler, jobs, results.log_folder(), stop, finished);
}

// Plays what rank 0 hands out.
void play_as_rank(mpi::Ranks& ranks, const po::variables_map& values) {
  const StopOnSignal signals;
  const std::string folder = "rank-" + std::to_string(ranks.rank());
  tournament::play_games_of(
      ranks, std::filesystem::path(values["out"].as<std::string>()) / "logs" / folder,
      read_timeout(values), signals.token(), fitting_jobs);
}

void add_options(po::options_description& options) {
  options.add_options()("spec", po::value<std::string>()->value_name("FILE")->required(),
                        "the spec; may be given without --spec")(
      "out", po::value<std::string>()->value_name("DIR")->required(), "folder for the results");
  const NumberRange elo{-kMaxElo, kMaxElo}, probability{kMinProbability, kMaxProbability};
  const NumberOption numbers[] = {
      {"jobs", "N", {1, tournament::kMaxJobs, true}, {}, "games at a time, instead of the spec's"},
      {"start", "N", {0, tournament::kMaxGames, true}, {}, "number of the first opening, likewise"},
      {"elo0", "ELO", elo, {}, "of the spec's sprt, likewise; if neither says, 0"},
      {"elo1", "ELO", elo, {}, "likewise; 10"},
      {"alpha", "P", probability, {}, "likewise; 0.05"},
      {"beta", "P", probability, {}, "likewise; 0.05"},
      {"parallel", "N", {1, 1 << 20, true}, {}, "games at a time where --tree puts them on GPUs"},
  };
  for (const NumberOption& number : numbers) add_number(options, number);
  options.add_options()("scale", po::value<std::string>()->value_name("NAME"),
                        "likewise: logistic or normalised Elo")(
      "model", po::value<std::string>()->value_name("NAME"),
      "likewise: pentanomial, or trinomial, which takes games for independent")(
      "pin", po::bool_switch(), "give each game cores of its own")(
      "ponder", po::bool_switch(), "let engines think in their opponent's time")(
      "quiet", po::bool_switch(), "print nothing but errors")(
      "json", po::bool_switch(),
      "print a line of JSON for each game, and the standings as the last")(
      "strict", po::bool_switch(), "stop with exit code 1 when an engine misbehaves")(
      "part", po::value<std::string>()->value_name("K/N")->default_value("1/1"),
      "play only every N-th pair of games, from the K-th on")(
      "take", po::value<std::vector<std::string>>()->value_name("DIR")->composing(),
      "add the games of another DIR of this tournament, such as a part; may be given again")(
      "resume", po::bool_switch(), "go on with a tournament that has games in DIR");
  add_tree(options, kTreeGames);
  add_ranks(options);
  add_evaluator(options);
}

}  // namespace

int run_tournament(const std::vector<std::string>& arguments) {
  po::options_description options;
  add_options(options);
  const auto values = parse_options(arguments, kTournamentUsage, options,
                                    po::positional_options_description().add("spec", 1));
  if (!values) return kGood;
  const tournament::OrphanGuard guard;
  const auto ranks = read_ranks(*values);
  if (ranks && ranks->rank() > 0) {
    play_as_rank(*ranks, *values);
    return kGood;
  }

  Spec spec = read_spec(*values);
  const Progress::Form form = read_form(*values);
  const Part part = read_part((*values)["part"].as<std::string>());
  if (part.count > 1 && (spec.sprt || spec.format == tournament::Format::swiss ||
                         spec.format == tournament::Format::knockout)) {
    throw BadInput(
        "option '--part' goes with round robins and gauntlets without sprt: there alone "
        "games do not depend on each other");
  }
  make_openings(spec, [&](const Game& game, const EvaluatorSettings& settings) {
    return read_evaluators(*values)(game, settings);
  });
  const auto trees = read_trees(*values, spec, ranks != nullptr);
  tournament::Results results((*values)["out"].as<std::string>(), spec,
                              (*values)["resume"].as<bool>(), note);
  if (values->count("take") != 0) {
    for (const auto& other : (*values)["take"].as<std::vector<std::string>>()) results.take(other);
  }
  Scheduler scheduler(spec);
  scheduler.resume(results.records());
  scheduler.keep_part(part.first, part.count);

  const StopOnSignal signals;
  try {
    play(spec, trees, scheduler, results, *values, ranks.get(), signals.token());
  } catch (const tournament::Stopped&) {
  }
  std::string table =
      table_text(make_standings(results.records(), static_cast<int>(spec.engines.size())), spec);
  const std::string format = format_text(spec, scheduler.pairings());
  if (!format.empty()) table += "\n" + format;
  results.write_table(table);
  if (form == Progress::Form::text) print(table);
  if (form == Progress::Form::json) {
    using nlohmann::ordered_json;
    const ordered_json last = {{"standings", standings_json(spec, results.records())}};
    print(last.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + '\n');
  }
  if (scheduler.is_done()) return kGood;
  throw std::runtime_error("stopped with " + std::to_string(scheduler.remaining()) +
                           " games to play; go on with the same command and --resume");
}

}  // namespace isthmus
