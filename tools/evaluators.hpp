#pragma once

#include <memory>

#include "engine/evaluator.hpp"

namespace isthmus {

// The evaluator that the program plays with: fills on the CPU. An EvaluatorFactory.
std::unique_ptr<Evaluator> make_evaluator(const Game& game, const Settings& settings);

}  // namespace isthmus
