#pragma once

#include <functional>
#include <string>

#include "engine/game/evaluator.hpp"
#include "gpu/backend/fallback.hpp"

namespace isthmus {

// The longest that a net may take to judge a position if it is to play. A single judgement a move
// beats fills that have a second at full speed (17 of 20 games on 11 x 11), so the net is never too
// weak for its slowness; but moves have to be made in time, and GTP's two seconds hold four of
// these.
inline constexpr double kMostSecondsByNet = 0.5;

// Makes evaluators by `net` for the game that it is of, on boards on which it is quick enough, and
// by `fills` for the rest. How long the net takes is tried out when the first evaluator for a board
// is made; `seconds` tells the time since some moment. `notice` is told why fills play, the same
// once.
EvaluatorFactory net_or_fills(std::string game_of_net, EvaluatorFactory net, EvaluatorFactory fills,
                              Notice notice, std::function<double()> seconds);

}  // namespace isthmus
