#pragma once

#include <functional>
#include <vector>

#include "engine/evaluation/evaluator.hpp"

namespace isthmus {

// What is known of the moves of positions from elsewhere than a search. Either may be left out.
struct KnownMoves {
  // As for Evaluator::known_proofs() and known_values().
  std::function<std::vector<ProvenMove>(const Game& game, const Position& position)> proofs = {};
  std::function<std::vector<MoveValue>(const Game& game, const Position& position)> values = {};
};

// Makes evaluators that judge as those of the factory do, and know this besides.
EvaluatorFactory with_known_moves(EvaluatorFactory make_evaluator, KnownMoves known);

}  // namespace isthmus
