#include "tools/evaluator_options.hpp"

#include <atomic>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <boost/program_options/value_semantic.hpp>

#include "engine/net_evaluator.hpp"
#include "engine/net_file.hpp"
#include "tools/backend_options.hpp"
#include "tools/bad_input.hpp"
#include "tools/evaluators.hpp"
#include "tools/shipped_net.hpp"

namespace isthmus {

namespace po = boost::program_options;

namespace {

// The net that was asked for, or else the one that comes with the program.
std::optional<Net> read_net(const po::variables_map& values) {
  try {
    if (values.count("net") != 0) return isthmus::read_net(values.at("net").as<std::string>());
  } catch (const NetError& error) {
    throw BadInput(std::string("option '--net': ") + error.what());
  }
  if (shipped_net().empty()) return std::nullopt;
  return parse_net(shipped_net());
}

// Evaluators by the net for its game, and for others by fills, which is said once where is_noted.
EvaluatorFactory net_or_fills(const std::string& game_of_net, EvaluatorFactory net,
                              EvaluatorFactory fills, bool is_noted) {
  const auto is_left_to_tell = std::make_shared<std::atomic<bool>>(is_noted);
  return [=](const Game& game, const Settings& settings) {
    if (game.name() == game_of_net) return net(game, settings);
    if (is_left_to_tell->exchange(false)) {
      std::fprintf(stderr, "isthmus: playing %s by fills: the net is one for %s\n",
                   game.name().c_str(), game_of_net.c_str());
    }
    return fills(game, settings);
  };
}

}  // namespace

void add_evaluator(po::options_description& options) {
  options.add_options()("evaluator",
                        po::value<std::string>()->value_name("NAME")->default_value("auto"),
                        "what judges positions:\n"
                        "  auto: the net, for its game, else fills\n"
                        "  fills: random fills of the board\n"
                        "  net: what was learned from games")(
      "net", po::value<std::string>()->value_name("FILE"),
      "the net's file, where it is not to be the one that comes with the program");
  add_backend(options);
}

EvaluatorFactory read_evaluators(const po::variables_map& values) {
  const std::string& name = values.at("evaluator").as<std::string>();
  if (name != "auto" && name != "fills" && name != "net") {
    throw BadInput("option '--evaluator' takes auto, fills or net, not '" + name + "'");
  }
  if (name == "fills") return fills_evaluators(read_tallier(values));
  const std::optional<Net> net = read_net(values);
  if (name == "auto" && !net) return fills_evaluators(read_tallier(values));
  if (!net) throw BadInput("option '--evaluator net' needs a net: give its file with --net");
  EvaluatorFactory nets = net_evaluators(net->game, read_net_runner(values, *net));
  if (name == "net") return nets;
  return net_or_fills(net->game, std::move(nets), fills_evaluators(read_tallier(values)),
                      values.count("net") != 0);
}

}  // namespace isthmus
