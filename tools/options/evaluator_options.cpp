#include "tools/options/evaluator_options.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include <boost/program_options/value_semantic.hpp>

#include "engine/net/net_evaluator.hpp"
#include "engine/net/net_file.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/options/backend_options.hpp"
#include "tools/options/evaluators.hpp"
#include "tools/options/shipped_net.hpp"

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

void note(const std::string& message) { std::fprintf(stderr, "isthmus: %s\n", message.c_str()); }

// Where a search has several threads, each has its own positions to judge.
int playout_threads() {
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace

void add_evaluator(po::options_description& options) {
  options.add_options()(
      "evaluator", po::value<std::string>()->value_name("NAME")->default_value("auto"),
      "what judges positions:\n"
      "  auto: the net for its game, else fills, or playouts where no fill decides\n"
      "  fills: random fills of the board\n"
      "  playouts: random games, move by move\n"
      "  net: what was learned from games")(
      "net", po::value<std::string>()->value_name("FILE"),
      "the net's file, where it is not to be the one that comes with the program");
  add_backend(options);
}

EvaluatorFactory read_evaluators(const po::variables_map& values) {
  const std::string& name = values.at("evaluator").as<std::string>();
  if (name != "auto" && name != "fills" && name != "playouts" && name != "net") {
    throw BadInput("option '--evaluator' takes auto, fills, playouts or net, not '" + name + "'");
  }
  if (name == "playouts") return playout_evaluators(playout_threads());
  if (name == "fills") return fills_evaluators(read_playout_backend(values));
  const std::optional<Net> net = read_net(values);
  if (!net && name == "net") {
    throw BadInput("option '--evaluator net' needs a net: give its file with --net");
  }
  EvaluatorFactory nets;
  if (net) nets = net_evaluators(net->game, read_net_runner(values, *net));
  if (name == "net") return nets;
  return evaluators_by_game(net ? net->game : "", std::move(nets),
                            fills_evaluators(read_playout_backend(values)),
                            playout_evaluators(playout_threads()), note);
}

}  // namespace isthmus
