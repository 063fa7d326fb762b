#pragma once

#include <memory>

#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/fills/fills_evaluator.hpp"

namespace isthmus::test {

// An EvaluatorFactory of what judges by fills, here on the CPU.
inline std::unique_ptr<Evaluator> make_fills(const Game& game, const EvaluatorSettings& settings) {
  return std::make_unique<FillsEvaluator>(game, std::make_shared<const CpuFillBackend>(), settings);
}

}  // namespace isthmus::test
