#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/game/evaluator.hpp"
#include "engine/net/net_runner.hpp"
#include "engine/playout/playout_backend.hpp"

namespace isthmus {

// Makes evaluators by fills, counted by this backend.
EvaluatorFactory fills_evaluators(std::shared_ptr<const PlayoutBackend> backend);

// Makes evaluators by random playouts move by move, each position's on so many threads.
EvaluatorFactory playout_evaluators(int threads);

// Makes evaluators by a net of the game called `game`, which remember as settings say.
EvaluatorFactory net_evaluators(std::string game, std::shared_ptr<const NetRunner> runner);

// Makes evaluators by `net` for the game that it is of, by `fills` for others that a fill decides,
// and by `playouts` for the rest. `notice` is told, once a game, where it is not the net; without a
// net `net` is empty.
EvaluatorFactory evaluators_by_game(std::string game_of_net, EvaluatorFactory net,
                                    EvaluatorFactory fills, EvaluatorFactory playouts,
                                    std::function<void(const std::string&)> notice);

}  // namespace isthmus
