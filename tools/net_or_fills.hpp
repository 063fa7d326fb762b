#pragma once

#include <functional>
#include <string>

#include "engine/evaluator.hpp"
#include "gpu/fallback.hpp"

namespace isthmus {

// The longest that a net may take to judge a position if it is to play.
inline constexpr double kMostSecondsByNet = 0.5;

// Makes evaluators by `net` for the game that it is of, on boards on which it is quick enough, and
// by `fills` for the rest. How long the net takes is tried out when the first evaluator for a board
// is made; `seconds` tells the time since some moment. `notice` is told why fills play, the same
// once.
EvaluatorFactory net_or_fills(std::string game_of_net, EvaluatorFactory net, EvaluatorFactory fills,
                              Notice notice, std::function<double()> seconds);

}  // namespace isthmus
