#include "tools/evaluators/evaluators.hpp"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "engine/net/cached_evaluator.hpp"
#include "engine/net/net_evaluator.hpp"
#include "engine/playout/fills_evaluator.hpp"
#include "engine/playout/outcome_evaluator.hpp"
#include "engine/playout/playout_evaluator.hpp"
#include "tools/base/bad_input.hpp"

namespace isthmus {

namespace {

void note(const std::string& message) { std::fprintf(stderr, "isthmus: %s\n", message.c_str()); }

// Where a search has several threads, each has its own positions to judge.
int playout_threads() {
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace

EvaluatorFactory fills_evaluators(std::shared_ptr<const PlayoutBackend> backend) {
  return [backend = std::move(backend)](const Game& game, const EvaluatorSettings& settings) {
    return std::make_unique<FillsEvaluator>(game, backend, settings);
  };
}

EvaluatorFactory playout_evaluators(PlayoutBackends backends, int threads) {
  return [backends = std::move(backends), threads](
             const Game& game, const EvaluatorSettings& settings) -> std::unique_ptr<Evaluator> {
    switch (game.playout_rule()) {
      case PlayoutRule::shapes:
        return std::make_unique<OutcomeEvaluator<ShapeTask>>(game, make_shape_task, backends.shapes,
                                                             settings);
      case PlayoutRule::captures:
        return std::make_unique<OutcomeEvaluator<CaptureTask>>(game, make_capture_task,
                                                               backends.captures, settings);
      case PlayoutRule::moves:
        break;
    }
    return std::make_unique<PlayoutEvaluator>(game, settings, threads);
  };
}

EvaluatorFactory net_evaluators(std::string game, std::shared_ptr<const NetRunner> runner) {
  return [net_game = std::move(game), runner = std::move(runner)](
             const Game& game_played, const EvaluatorSettings& settings) {
    return std::make_unique<CachedEvaluator>(
        game_played, std::make_unique<NetEvaluator>(game_played, net_game, runner, settings),
        settings);
  };
}

EvaluatorFactory evaluators_by_game(std::string game_of_net, EvaluatorFactory net,
                                    EvaluatorFactory fills, EvaluatorFactory playouts,
                                    std::function<void(const std::string&)> notice) {
  struct Told {
    std::mutex mutex;
    std::set<std::string> games;
  };
  return [=, told = std::make_shared<Told>()](const Game& game, const EvaluatorSettings& settings) {
    const std::string name = automatic_evaluator(net ? game_of_net : "", game);
    if (name == "net") return net(game, settings);
    const bool by_fills = name == "fills";
    const std::scoped_lock lock(told->mutex);
    if (told->games.insert(game.name()).second) {
      notice("playing " + game.name() + (by_fills ? " by fills: " : " by playouts: ") +
             (net ? "the net is one for " + game_of_net
                  : "this program comes without a net; --net gives it one"));
    }
    return by_fills ? fills(game, settings) : playouts(game, settings);
  };
}

std::string automatic_evaluator(const std::string& game_of_net, const Game& game) {
  if (game.name() == game_of_net) return "net";
  return game.fill_rule() ? "fills" : "playouts";
}

EvaluatorFactory find_evaluators(const std::string& name, const EvaluatorParts& parts) {
  if (name != "auto" && name != "fills" && name != "playouts" && name != "net") {
    throw BadInput("option '--evaluator' takes auto, fills, playouts or net, not '" + name + "'");
  }
  if (name == "playouts") return playout_evaluators(parts.playout_backends(), playout_threads());
  if (name == "fills") return fills_evaluators(parts.playout_backends().fills);
  const std::optional<Net> net = parts.net();
  if (!net && name == "net") {
    throw BadInput("option '--evaluator net' needs a net: give its file with --net");
  }
  EvaluatorFactory nets;
  if (net) nets = net_evaluators(net->game, parts.net_runner(*net));
  if (name == "net") return nets;
  const PlayoutBackends backends = parts.playout_backends();
  return evaluators_by_game(net ? net->game : "", std::move(nets), fills_evaluators(backends.fills),
                            playout_evaluators(backends, playout_threads()), note);
}

}  // namespace isthmus
