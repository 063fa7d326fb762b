#pragma once

#include <functional>
#include <vector>

#include "engine/evaluation/evaluator.hpp"

namespace isthmus {

// What is certain of the moves of a position, as for Evaluator::known_proofs().
using KnowProofs =
    std::function<std::vector<ProvenMove>(const Game& game, const Position& position)>;

// Makes evaluators that judge as those of the factory do, and know besides what `know` does.
EvaluatorFactory with_known_proofs(EvaluatorFactory make_evaluator, KnowProofs know);

}  // namespace isthmus
