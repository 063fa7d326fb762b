#include "tools/options/evaluator_options.hpp"

#include <optional>
#include <string>

#include <boost/program_options/value_semantic.hpp>

#include "engine/net/net_evaluator.hpp"
#include "engine/net/net_file.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/evaluators/evaluators.hpp"
#include "tools/evaluators/shipped_net.hpp"
#include "tools/options/backend_options.hpp"

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

}  // namespace

void add_evaluator(po::options_description& options) {
  options.add_options()(
      "evaluator", po::value<std::string>()->value_name("NAME")->default_value("auto"),
      "what judges positions:\n"
      "  auto: the net for its game, else fills, or playouts where no fill decides\n"
      "  fills: random fills of the board\n"
      "  playouts: random games\n"
      "  net: what was learned from games")(
      "net", po::value<std::string>()->value_name("FILE"),
      "the net's file, where it is not to be the one that comes with the program");
  add_backend(options);
}

EvaluatorFactory read_evaluators(const po::variables_map& values) {
  return find_evaluators(
      values.at("evaluator").as<std::string>(),
      {.net = [&] { return read_net(values); },
       .net_runner = [&](const Net& net) { return read_net_runner(values, net); },
       .playout_backends = [&] { return read_playout_backends(values); }});
}

EngineFacts read_engine_facts(const po::variables_map& values) {
  const std::string name = values.at("evaluator").as<std::string>();
  const std::optional<Net> net = name == "auto" ? read_net(values) : std::nullopt;
  return {.backend = values.at("backend").as<std::string>(),
          .instructions = instructions_of(values),
          .evaluator_of = [name, game_of_net = net ? net->game : ""](const Game& game) {
            return name == "auto" ? automatic_evaluator(game_of_net, game) : name;
          }};
}

}  // namespace isthmus
