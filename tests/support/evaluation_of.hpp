#pragma once

#include <cstdint>

#include "engine/board/position.hpp"
#include "engine/evaluation/evaluator.hpp"

namespace isthmus::test {

// What an evaluator says of one position.
inline Evaluation evaluation_of(const Evaluator& evaluator, const Position& position,
                                std::uint64_t seed = 1) {
  const EvaluationRequest request{&position, seed};
  Evaluation evaluation;
  evaluator.evaluate({&request, 1}, {&evaluation, 1});
  return evaluation;
}

}  // namespace isthmus::test
