#include "tools/selfplay/selfplay.hpp"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include <boost/program_options/value_semantic.hpp>
#include <nlohmann/json.hpp>

#include "engine/net/net_file.hpp"
#include "games/list.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/standard_streams.hpp"
#include "tools/base/stop_on_signal.hpp"
#include "tools/cli/commands.hpp"
#include "tools/cli/tree_option.hpp"
#include "tools/evaluators/evaluators.hpp"
#include "tools/evaluators/shipped_net.hpp"
#include "tools/options/backend_options.hpp"
#include "tools/options/command.hpp"
#include "tools/options/evaluator_options.hpp"
#include "tools/options/number_option.hpp"
#include "tools/options/options.hpp"
#include "tools/options/rank_options.hpp"
#include "tools/selfplay/distributed.hpp"
#include "tools/selfplay/newest_net.hpp"
#include "tools/selfplay/shards.hpp"
#include "tools/selfplay/totals.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

constexpr auto kSelfplayUsage =
    R"(Usage: isthmus selfplay --out DIR [options]

Plays games of the engine with itself, many at once, and writes them to DIR as records from
which a net learns; tools/selfplay/README.md describes them. It ends after --games or --seconds, or
on a signal, and then prints the totals as a line of JSON. Each run into DIR plays games that no other
has played there, also where several run at the same time or are killed. Give each of these a GPU
of its own by --gpus: two on one GPU wait for each other.

With --nets it goes on with the newest net that others put into a folder, beside whom it plays.

With --mpi, under mpirun or srun, rank 0 hands out the games and reports how it goes, and the others
play, each on a GPU of its own.)";

// Games at a time on a GPU, where it is not said: their number costs only memory.
constexpr int kTreeSlots = 8192;

void add_selfplay_settings(po::options_description& options) {
  const selfplay::SelfplaySettings defaults;
  for (const selfplay::SettingRow& row : selfplay::setting_rows()) {
    std::visit(
        [&](auto member) {
          const bool is_whole = std::is_integral_v<std::remove_cvref_t<decltype(defaults.*member)>>;
          add_number(options, {std::string(row.name),
                               "X",
                               {row.least, row.most, is_whole},
                               static_cast<double>(defaults.*member),
                               std::string(row.help)});
        },
        row.member);
  }
}

selfplay::SelfplaySettings read_selfplay_settings(const po::variables_map& values) {
  selfplay::SelfplaySettings settings;
  for (const selfplay::SettingRow& row : selfplay::setting_rows()) {
    std::visit(
        [&](auto member) {
          using Value = std::remove_reference_t<decltype(settings.*member)>;
          settings.*member = number_of<Value>(values, std::string(row.name));
        },
        row.member);
  }
  return settings;
}

void print_note(const std::string& message) {
  std::fprintf(stderr, "isthmus: %s\n", message.c_str());
}

// The net that plays the first games; null where none does.
std::shared_ptr<const Net> read_own_net(const po::variables_map& values) {
  const std::string& evaluator = values.at("evaluator").as<std::string>();
  if (evaluator == "fills" || evaluator == "playouts") return nullptr;
  const std::string& game = values.at("game").as<std::string>();
  if (auto net = read_given_net(values); net && net->game == game) return net;
  const std::string_view shipped = shipped_net(game);
  return shipped.empty() ? nullptr : std::make_shared<const Net>(parse_net(shipped));
}

// The player from then on, when there is a newer net in the folder of --nets.
std::function<std::optional<selfplay::Player>()> look_for_nets(const po::variables_map& values,
                                                               const Game& game) {
  auto nets =
      std::make_shared<selfplay::NewestNet>(values.at("nets").as<std::string>(), game, print_note);
  return [values, nets]() -> std::optional<selfplay::Player> {
    std::optional<Net> net = nets->look();
    if (!net) return std::nullopt;
    auto evaluators = net_evaluators(*net, read_net_runner(values, *net));
    const std::uint32_t checksum = net->checksum;
    return selfplay::Player{std::move(evaluators), checksum,
                            std::make_shared<const Net>(std::move(*net))};
  };
}

// The folder for this process's shards: DIR, or with --rank one of its own in that.
std::filesystem::path read_folder(const po::variables_map& values) {
  std::filesystem::path folder = values.at("out").as<std::string>();
  if (values.count("rank") == 0) return folder;
  if (values.at("mpi").as<bool>()) {
    throw BadInput("options '--rank' and '--mpi': with the latter the rank is that of MPI");
  }
  return selfplay::folder_of_rank(folder, number_of<int>(values, "rank"));
}

void print_progress(const nlohmann::ordered_json& totals) {
  std::fprintf(stderr, "%s\n", selfplay::totals_line(totals).c_str());
}

std::vector<selfplay::WeightedSize> read_sizes(const po::variables_map& values) {
  if (values.count("sizes") == 0) {
    return {{default_size(values.at("game").as<std::string>()), 1}};
  }
  try {
    return selfplay::parse_sizes(values.at("sizes").as<std::string>());
  } catch (const std::invalid_argument& error) {
    throw BadInput("option '--sizes' " + std::string(error.what()));
  }
}

// Refuses games and boards that there are not.
void check_boards(const selfplay::SelfplayJob& job) {
  const std::string option = find_game(job.game) == nullptr ? "game" : "sizes";
  try {
    for (const auto& [size, weight] : job.sizes) {
      make_game(job.game, size.rows, size.columns, SwapRule::none);
    }
  } catch (const std::invalid_argument& error) {
    throw BadInput("option '--" + option + "': " + error.what());
  }
}

// Has the trees on GPUs where --tree asks for it and the game, the board and the settings permit.
void read_trees(const po::variables_map& values, selfplay::SelfplayJob& job) {
  job.tree_devices = read_tree_devices(values, selfplay::tree_obstacle(job));
  if (job.tree_devices.empty()) return;
  job.tree_precision = read_net_precision(values, job.player.weights->channels);
  if (values.at("parallel").defaulted()) {
    job.settings.parallel = kTreeSlots * static_cast<std::int64_t>(job.tree_devices.size());
  }
}

// `common`: the folder of all who have numbers of their own beside each other.
nlohmann::ordered_json play_alone(selfplay::SelfplayJob job, const std::filesystem::path& common,
                                  std::stop_token stop) {
  selfplay::CountedNumbers numbers(selfplay::games_by_size(job.sizes, job.settings.games),
                                   selfplay::claim_numbers(common));
  const auto totals = selfplay::run_selfplay(job, numbers, std::move(stop), print_progress);
  print_progress(totals);
  return totals;
}

nlohmann::ordered_json lead_others(mpi::Ranks& ranks, const selfplay::SelfplayJob& job,
                                   double timeout) {
  const StopOnSignal signals;
  return selfplay::lead_selfplay(ranks, selfplay::games_by_size(job.sizes, job.settings.games),
                                 selfplay::claim_numbers(job.folder), timeout, signals.token(),
                                 job.settings.report_every, print_progress, job.note);
}

void add_selfplay_options(po::options_description& options) {
  options.add_options()("out", po::value<std::string>()->value_name("DIR")->required(),
                        "folder for the shards of games; new ones are added to those there")(
      "sizes", po::value<std::string>()->value_name("LIST"),
      ("boards and their shares of the games, as in 11:6,9:2,13:2; if not given: " +
       default_sizes())
          .c_str())("unfinished", po::value<std::string>()->value_name("FILE"),
                    "where unfinished games are kept for another run; if not given, "
                    "unfinished.shard beside the shards")(
      "nets", po::value<std::string>()->value_name("FOLDER"),
      "plays with the newest net that is there, and looks for newer ones between games; until "
      "there is one, --evaluator and --net say what plays");
  add_tree(options, kTreeSlots);
  add_number(options, {"rank",
                       "N",
                       {0, 9999, true},
                       std::nullopt,
                       "plays as this one of many processes with the same DIR: its shards go to "
                       "DIR/rank-N"});
  add_game_name(options);
  add_selfplay_settings(options);
  add_settings(options, settings_for_many());
  add_evaluator(options);
  add_ranks(options);
}

}  // namespace

int run_selfplay(const std::vector<std::string>& arguments) {
  po::options_description options;
  add_selfplay_options(options);
  const auto values = parse_options(arguments, kSelfplayUsage, options);
  if (!values) return kGood;

  selfplay::SelfplayJob job;
  job.game = (*values)["game"].as<std::string>();
  job.sizes = read_sizes(*values);
  check_boards(job);
  job.settings = read_selfplay_settings(*values);
  job.folder = read_folder(*values);
  job.note = print_note;
  const auto ranks = read_ranks(*values);
  const double timeout = read_timeout(*values);
  if (ranks && ranks->rank() == 0) {
    print(lead_others(*ranks, job, timeout).dump() + '\n');
    return kGood;
  }
  job.search_settings = read_settings(*values, settings_for_many());
  job.search_settings.cache = 0;  // thousands of games would fill it with what they do not need
  const std::shared_ptr<const Net> net = read_own_net(*values);
  job.player = {read_evaluators(*values, NetKind::small), net ? net->checksum : 0, net};
  read_trees(*values, job);
  if (values->count("nets") != 0) {
    const BoardSize size = default_size(job.game);
    const auto game = make_game(job.game, size.rows, size.columns, SwapRule::none);
    job.newer_player = look_for_nets(*values, *game);
  }
  job.unfinished = job.folder / "unfinished.shard";
  if (values->count("unfinished") != 0) {
    job.unfinished = (*values)["unfinished"].as<std::string>();
  }

  const StopOnSignal signals;
  try {
    if (ranks) {
      selfplay::play_selfplay(*ranks, std::move(job), timeout, signals.token());
    } else {
      const std::string& common = (*values)["out"].as<std::string>();
      print(play_alone(std::move(job), common, signals.token()).dump() + '\n');
    }
  } catch (const std::invalid_argument& error) {
    throw BadInput("option '--net': " + std::string(error.what()));
  }
  return kGood;
}

}  // namespace isthmus
