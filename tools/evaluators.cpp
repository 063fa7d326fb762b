#include "tools/evaluators.hpp"

#include "engine/cpu_tallier.hpp"
#include "engine/fills_evaluator.hpp"

namespace isthmus {

std::unique_ptr<Evaluator> make_evaluator(const Game& game, const Settings& settings) {
  static const CpuTallier tallier;
  return std::make_unique<FillsEvaluator>(game, tallier, settings);
}

}  // namespace isthmus
