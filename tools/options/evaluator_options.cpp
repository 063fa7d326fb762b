#include "tools/options/evaluator_options.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <boost/program_options/value_semantic.hpp>

#include "engine/net/net_evaluator.hpp"
#include "engine/net/net_file.hpp"
#include "gpu/backend/backend.hpp"
#include "gpu/net/make_net_runner.hpp"
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

// The kind of nets that was asked for by its name.
std::optional<NetKind> named_kind(const po::variables_map& values) {
  if (values.count("net") == 0) return std::nullopt;
  return find_net_kind(values.at("net").as<std::string>());
}

// Which net plays a game. Where there is no such backend, that is reported when it is made.
std::function<NetKind(const Game&)> read_kind(const po::variables_map& values,
                                              std::shared_ptr<const Net> given) {
  const auto backend = find_backend(values.at("backend").as<std::string>());
  const bool is_fast = backend && is_fast_for_large_nets(*backend, read_gpus(values));
  return [given = std::move(given), is_fast, named = named_kind(values)](const Game& game) {
    return kind_for(game, given.get(), is_fast, named);
  };
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
      "the net's file, or small, large or wide: of those that come with the program; if not "
      "given, of those that there are for the game the large one where all GPUs are Hopper's and "
      "the board is no larger than 15 x 15, the wide one on boards from 17 x 17 on (Havannah: "
      "side 7), and else the small one");
  add_backend(options);
}

std::shared_ptr<const Net> read_given_net(const po::variables_map& values) {
  const std::string& evaluator = values.at("evaluator").as<std::string>();
  if (values.count("net") == 0 || evaluator == "fills" || evaluator == "playouts") return nullptr;
  try {
    return find_given_net(values.at("net").as<std::string>(), asked_game(values));
  } catch (const NetError& error) {
    throw BadInput(std::string("option '--net': ") + error.what());
  }
}

EvaluatorFactory read_evaluators(const po::variables_map& values, std::optional<NetKind> only) {
  const std::shared_ptr<const Net> given = read_given_net(values);
  return find_evaluators(
      values.at("evaluator").as<std::string>(),
      {.net = [given](const std::string& game,
                      NetKind kind) { return net_for(game, given.get(), kind); },
       .net_runner = [values](const Net& net) { return read_net_runner(values, net); },
       .playout_backends = [values] { return read_playout_backends(values); },
       .first_game = given ? given->game : asked_game(values),
       .kind = only ? [only](const Game&) { return *only; } : read_kind(values, given)});
}

std::shared_ptr<const Net> read_judging_net(const po::variables_map& values, const Game& game) {
  const std::string& evaluator = values.at("evaluator").as<std::string>();
  if (evaluator == "fills" || evaluator == "playouts") return nullptr;
  std::shared_ptr<const Net> given = read_given_net(values);
  if (given && given->game == game.name()) return given;
  auto net = net_for(game.name(), nullptr, read_kind(values, nullptr)(game));
  return net ? std::make_shared<const Net>(std::move(*net)) : nullptr;
}

EngineFacts read_engine_facts(const po::variables_map& values) {
  const std::string name = values.at("evaluator").as<std::string>();
  const std::shared_ptr<const Net> given = read_given_net(values);
  const auto is_given = [given](const Game& game) { return given && given->game == game.name(); };
  // One that was given is of the kind that it was given by.
  const auto kind = [is_given, named = named_kind(values),
                     of_others = read_kind(values, given)](const Game& game) {
    return is_given(game) ? named.value_or(NetKind::small) : of_others(game);
  };
  return {.backend = values.at("backend").as<std::string>(),
          .instructions = instructions_of(values),
          .evaluator_of =
              [=](const Game& game) {
                const bool has_net = is_given(game) || has_shipped_net(game.name());
                return evaluator_name(name, has_net, game, kind(game));
              },
          .net_size_of =
              [=](const Game& game) {
                if (name != "auto" && name != "net") return std::string();
                if (is_given(game)) return net_size(*given);
                const std::string_view file = shipped_net(game.name(), kind(game));
                return file.empty() ? std::string() : net_size(parse_net_shape(file));
              }};
}

}  // namespace isthmus
