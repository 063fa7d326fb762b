#pragma once

#include <memory>
#include <string>

#include "engine/game/evaluator.hpp"
#include "engine/net/net_runner.hpp"
#include "engine/playout/tallier.hpp"

namespace isthmus {

// Makes evaluators by fills, counted by this tallier.
EvaluatorFactory fills_evaluators(std::shared_ptr<const Tallier> tallier);

// Makes evaluators by a net of the game called `game`, which remember as settings say.
EvaluatorFactory net_evaluators(std::string game, std::shared_ptr<const NetRunner> runner);

// Makes evaluators that ask `fills` first and `net` about what is left in doubt, as MixedEvaluator
// does.
EvaluatorFactory mixed_evaluators(EvaluatorFactory fills, EvaluatorFactory net);

}  // namespace isthmus
