#pragma once

#include <memory>

#include "engine/evaluator.hpp"
#include "engine/tallier.hpp"

namespace isthmus {

// Makes the evaluators that the program plays with: fills, counted by this tallier.
EvaluatorFactory fills_evaluators(std::shared_ptr<const Tallier> tallier);

}  // namespace isthmus
