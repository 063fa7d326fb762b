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

namespace isthmus {

namespace po = boost::program_options;

namespace {

std::optional<Net> read_net(const po::variables_map& values) {
  if (values.count("net") == 0) return std::nullopt;
  try {
    return isthmus::read_net(values.at("net").as<std::string>());
  } catch (const NetError& error) {
    throw BadInput(std::string("option '--net': ") + error.what());
  }
}

// Evaluators by the net for its game, and for others by fills.
EvaluatorFactory net_or_fills(const std::string& game_of_net, EvaluatorFactory net,
                              EvaluatorFactory fills) {
  const auto is_told = std::make_shared<std::atomic<bool>>(false);
  return [=](const Game& game, const Settings& settings) {
    if (game.name() == game_of_net) return net(game, settings);
    if (!is_told->exchange(true)) {
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
      "net", po::value<std::string>()->value_name("FILE"), "the net's file");
  add_backend(options);
}

EvaluatorFactory read_evaluators(const po::variables_map& values) {
  const std::string& name = values.at("evaluator").as<std::string>();
  if (name != "auto" && name != "fills" && name != "net") {
    throw BadInput("option '--evaluator' takes auto, fills or net, not '" + name + "'");
  }
  const std::optional<Net> net = read_net(values);
  if (name == "fills" || (name == "auto" && !net)) return fills_evaluators(read_tallier(values));
  if (!net) throw BadInput("option '--evaluator net' needs a net: give its file with --net");
  EvaluatorFactory nets = net_evaluators(net->game, read_net_runner(values, *net));
  if (name == "net") return nets;
  return net_or_fills(net->game, std::move(nets), fills_evaluators(read_tallier(values)));
}

}  // namespace isthmus
