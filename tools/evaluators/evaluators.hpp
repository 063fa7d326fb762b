#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/board/board_size.hpp"
#include "engine/evaluation/evaluator.hpp"
#include "engine/net/net.hpp"
#include "engine/net/net_runner.hpp"
#include "gpu/playout/make_playout_backend.hpp"
#include "tools/evaluators/shipped_net.hpp"

namespace isthmus {

// Makes evaluators by fills, counted by this backend.
EvaluatorFactory fills_evaluators(std::shared_ptr<const FillBackend> backend);

// Makes evaluators by random playouts: many at a time on the backends, in games for which these
// have a way, and move by move in others, each position's on `threads` threads.
EvaluatorFactory playout_evaluators(PlayoutBackends backends, int threads);

// Makes evaluators by a net of the game called `game`, which remember as settings say.
EvaluatorFactory net_evaluators(const Net& net, std::shared_ptr<const NetRunner> runner);

// What judges positions of a game where find_evaluators() is asked for "auto": "net" where it has
// one, "fills" in others that a fill decides, and "playouts" in the rest.
std::string automatic_evaluator(bool has_net, const Game& game);

// The name of what judges positions of a game where find_evaluators() is asked for `evaluator`:
// "net", "large net" or "wide net" for a net of that kind, "fills" or "playouts".
std::string evaluator_name(const std::string& evaluator, bool has_net, const Game& game,
                           NetKind kind);

// How large a net is, whose weights do not matter: "10 blocks of 64 channels".
std::string net_size(const Net& net);

// The net for a game: `given` (which may be null) if it is of this game, else the shipped one of
// this kind, else nothing. Says so on standard error where `given` is of another game.
std::optional<Net> net_for(const std::string& game, const Net* given,
                           NetKind kind = NetKind::small);

// Which net judges positions of that game, where large ones are computed fast (is_fast) or not: by
// kNetRanges, where none was given for the game.
// A kind that was asked for by name is played by all games that have one.
NetKind kind_for(const Game& game, const Net* given, bool is_fast,
                 std::optional<NetKind> named = std::nullopt);
NetKind kind_for(std::string_view game, BoardSize size, bool is_fast);

// The net that `name` asks for: the path of its file, or "small", "large" or "wide" for that which
// comes with the program for the game called `game`, or where that is empty for the first that has
// one.
// Throws NetError where there is none, or where it cannot be read.
Net find_net(const std::string& name, const std::string& game);

// The same; null where `name` is a kind and no game is named: each game plays its own of that kind
// then (kind_for()).
std::shared_ptr<const Net> find_given_net(const std::string& name, const std::string& game);

// What evaluators are made from, each of it asked for only where it is needed.
struct EvaluatorParts {
  // The net of that kind for the game of that name, or nothing; asked once a game and kind until
  // there is one, by any thread.
  std::function<std::optional<Net>(const std::string& game, NetKind kind)> net;
  std::function<std::shared_ptr<const NetRunner>(const Net&)> net_runner;
  std::function<PlayoutBackends()> playout_backends;
  // The game whose net is made ready at once, so that errors are reported before anything is
  // played; empty for none.
  std::string first_game{};
  // Which net is for a game; where this is not given, the small one.
  std::function<NetKind(const Game& game)> kind{};
};

// Parts that compute on the CPU, by its fastest instructions and the nets that `net` gives.
EvaluatorParts cpu_parts(
    std::function<std::optional<Net>(const std::string& game, NetKind kind)> net);

// Makes the evaluators called "fills", "playouts", "net" or "auto", by the net of each game, and by
// fills or playouts with a notice on standard error, once a game, where it has none. Throws
// BadInput for another name, and for "net" where the first game has none. The evaluators of "net"
// throw std::invalid_argument where there is none.
EvaluatorFactory find_evaluators(const std::string& name, const EvaluatorParts& parts);

}  // namespace isthmus
