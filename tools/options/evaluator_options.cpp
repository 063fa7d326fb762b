#include "tools/options/evaluator_options.hpp"

#include <memory>
#include <string>
#include <utility>

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

std::string asked_game(const po::variables_map& values) {
  return values.count("game") == 0 ? "" : values.at("game").as<std::string>();
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
      "the net's file, where it is not to be the one that comes with the program; large: the "
      "large one that comes with it, for GPUs");
  add_backend(options);
}

std::shared_ptr<const Net> read_given_net(const po::variables_map& values) {
  const std::string& evaluator = values.at("evaluator").as<std::string>();
  if (values.count("net") == 0 || evaluator == "fills" || evaluator == "playouts") return nullptr;
  try {
    return std::make_shared<const Net>(
        find_net(values.at("net").as<std::string>(), asked_game(values)));
  } catch (const NetError& error) {
    throw BadInput(std::string("option '--net': ") + error.what());
  }
}

EvaluatorFactory read_evaluators(const po::variables_map& values) {
  const std::shared_ptr<const Net> given = read_given_net(values);
  return find_evaluators(
      values.at("evaluator").as<std::string>(),
      {.net = [given](const std::string& game) { return net_for(game, given.get()); },
       .net_runner = [values](const Net& net) { return read_net_runner(values, net); },
       .playout_backends = [values] { return read_playout_backends(values); },
       .first_game = given ? given->game : asked_game(values)});
}

EngineFacts read_engine_facts(const po::variables_map& values) {
  const std::string name = values.at("evaluator").as<std::string>();
  const std::shared_ptr<const Net> given = read_given_net(values);
  return {.backend = values.at("backend").as<std::string>(),
          .instructions = instructions_of(values),
          .evaluator_of = [name, of_given = given ? given->game : ""](const Game& game) {
            if (name != "auto") return name;
            return automatic_evaluator(game.name() == of_given || has_shipped_net(game.name()),
                                       game);
          }};
}

}  // namespace isthmus
