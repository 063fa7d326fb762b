#include "tools/evaluators.hpp"

#include <utility>

#include "engine/fills_evaluator.hpp"

namespace isthmus {

EvaluatorFactory fills_evaluators(std::shared_ptr<const Tallier> tallier) {
  return [tallier = std::move(tallier)](const Game& game, const Settings& settings) {
    return std::make_unique<FillsEvaluator>(game, tallier, settings);
  };
}

}  // namespace isthmus
