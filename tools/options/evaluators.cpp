#include "tools/options/evaluators.hpp"

#include <utility>

#include "engine/net/cached_evaluator.hpp"
#include "engine/net/mixed_evaluator.hpp"
#include "engine/net/net_evaluator.hpp"
#include "engine/playout/fills_evaluator.hpp"

namespace isthmus {

EvaluatorFactory fills_evaluators(std::shared_ptr<const Tallier> tallier) {
  return [tallier = std::move(tallier)](const Game& game, const Settings& settings) {
    return std::make_unique<FillsEvaluator>(game, tallier, settings);
  };
}

EvaluatorFactory net_evaluators(std::string game, std::shared_ptr<const NetRunner> runner) {
  return [net_game = std::move(game), runner = std::move(runner)](const Game& game_played,
                                                                  const Settings& settings) {
    return std::make_unique<CachedEvaluator>(
        game_played, std::make_unique<NetEvaluator>(game_played, net_game, runner, settings),
        settings);
  };
}

EvaluatorFactory mixed_evaluators(EvaluatorFactory fills, EvaluatorFactory net) {
  return [fills = std::move(fills), net = std::move(net)](const Game& game,
                                                          const Settings& settings) {
    return std::make_unique<MixedEvaluator>(fills(game, settings), net(game, settings), settings);
  };
}

}  // namespace isthmus
