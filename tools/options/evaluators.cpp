#include "tools/options/evaluators.hpp"

#include <mutex>
#include <set>
#include <utility>

#include "engine/net/cached_evaluator.hpp"
#include "engine/net/net_evaluator.hpp"
#include "engine/playout/fills_evaluator.hpp"
#include "engine/playout/playout_evaluator.hpp"

namespace isthmus {

EvaluatorFactory fills_evaluators(std::shared_ptr<const PlayoutBackend> backend) {
  return [backend = std::move(backend)](const Game& game, const EvaluatorSettings& settings) {
    return std::make_unique<FillsEvaluator>(game, backend, settings);
  };
}

EvaluatorFactory playout_evaluators(int threads) {
  return [threads](const Game& game, const EvaluatorSettings& settings) {
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
    if (net && game.name() == game_of_net) return net(game, settings);
    const bool by_fills = game.fill_rule().has_value();
    const std::scoped_lock lock(told->mutex);
    if (told->games.insert(game.name()).second) {
      notice("playing " + game.name() + (by_fills ? " by fills: " : " by playouts: ") +
             (net ? "the net is one for " + game_of_net
                  : "this program comes without a net; --net gives it one"));
    }
    return by_fills ? fills(game, settings) : playouts(game, settings);
  };
}

}  // namespace isthmus
