#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/game/evaluator.hpp"
#include "engine/net/net.hpp"
#include "engine/net/net_runner.hpp"
#include "gpu/playout/make_playout_backend.hpp"

namespace isthmus {

// Makes evaluators by fills, counted by this backend.
EvaluatorFactory fills_evaluators(std::shared_ptr<const PlayoutBackend> backend);

// Makes evaluators by random playouts: many at a time on the backends, in games for which these
// have a way, and move by move in others, each position's on so many threads.
EvaluatorFactory playout_evaluators(PlayoutBackends backends, int threads);

// Makes evaluators by a net of the game called `game`, which remember as settings say.
EvaluatorFactory net_evaluators(std::string game, std::shared_ptr<const NetRunner> runner);

// Makes evaluators by `net` for the game that it is of, by `fills` for others that a fill decides,
// and by `playouts` for the rest. `notice` is told, once a game, where it is not the net; without a
// net `net` is empty.
EvaluatorFactory evaluators_by_game(std::string game_of_net, EvaluatorFactory net,
                                    EvaluatorFactory fills, EvaluatorFactory playouts,
                                    std::function<void(const std::string&)> notice);

// What judges positions of a game where find_evaluators() is asked for "auto": "net" for the game
// that the net is of, which is empty where there is none, "fills" for others that a fill decides,
// and "playouts" for the rest.
std::string automatic_evaluator(const std::string& game_of_net, const Game& game);

// What evaluators are made from, each of it asked for only where it is needed.
struct EvaluatorParts {
  std::function<std::optional<Net>()> net;  // nothing: there is none
  std::function<std::shared_ptr<const NetRunner>(const Net&)> net_runner;
  std::function<PlayoutBackends()> playout_backends;
};

// Makes the evaluators called "fills", "playouts", "net" or "auto", which is evaluators_by_game()
// with notices on standard error. Throws BadInput for another name, and for "net" where there is
// none.
EvaluatorFactory find_evaluators(const std::string& name, const EvaluatorParts& parts);

}  // namespace isthmus
