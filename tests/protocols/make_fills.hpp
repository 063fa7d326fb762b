#pragma once

#include <memory>

#include "engine/playout/cpu_playout_backend.hpp"
#include "engine/playout/fills_evaluator.hpp"

namespace isthmus::test {

// An EvaluatorFactory of what judges by fills, here on the CPU.
inline std::unique_ptr<Evaluator> make_fills(const Game& game, const EvaluatorSettings& settings) {
  return std::make_unique<FillsEvaluator>(game, std::make_shared<const CpuPlayoutBackend>(),
                                          settings);
}

}  // namespace isthmus::test
