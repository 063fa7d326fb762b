#include "tools/evaluators/evaluators.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/captures/cpu_capture_backend.hpp"
#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/fills/fills_evaluator.hpp"
#include "engine/net/cached_evaluator.hpp"
#include "engine/net/cpu_net.hpp"
#include "engine/net/net_evaluator.hpp"
#include "engine/net/net_file.hpp"
#include "engine/playout/outcome_evaluator.hpp"
#include "engine/playout/playout_evaluator.hpp"
#include "engine/shapes/cpu_shape_backend.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/core_count.hpp"
#include "tools/evaluators/shipped_net.hpp"

namespace isthmus {

namespace {

void note(const std::string& message) { std::fprintf(stderr, "isthmus: %s\n", message.c_str()); }

// As "large, wide, small".
std::string kind_names() {
  std::string names;
  for (const NamedKind& named : kNetKinds) {
    names += (names.empty() ? "" : ", ") + std::string(named.name);
  }
  return names;
}

std::string no_net_for(const std::string& game) {
  return "there is no net for " + game + "; --net gives it one";
}

// What computes the net of each game, made when the game is first played.
class NetsByGame {
 public:
  explicit NetsByGame(EvaluatorParts parts) : parts_(std::move(parts)) {}

  std::optional<EvaluatorFactory> find(const std::string& game, NetKind kind) {
    const std::scoped_lock lock(mutex_);
    auto made = made_.find({game, kind});
    if (made == made_.end()) {
      const std::optional<Net> net = parts_.net(game, kind);
      if (!net) return std::nullopt;
      EvaluatorFactory factory = net_evaluators(*net, parts_.net_runner(*net));
      made = made_.emplace(std::pair(game, kind), std::move(factory)).first;
    }
    return made->second;
  }

  std::optional<EvaluatorFactory> find(const Game& game) {
    return find(game.name(), parts_.kind ? parts_.kind(game) : NetKind::small);
  }

  // Whether this is the first call for that game.
  bool is_first_time(const std::string& game) {
    const std::scoped_lock lock(mutex_);
    return without_.insert(game).second;
  }

 private:
  const EvaluatorParts parts_;
  std::mutex mutex_;
  std::map<std::pair<std::string, NetKind>, EvaluatorFactory> made_;
  std::set<std::string> without_;
};

}  // namespace

EvaluatorFactory fills_evaluators(std::shared_ptr<const FillBackend> backend) {
  return [backend = std::move(backend)](const Game& game, const EvaluatorSettings& settings) {
    return std::make_unique<FillsEvaluator>(game, backend, settings);
  };
}

EvaluatorFactory playout_evaluators(PlayoutBackends backends, int threads) {
  return [backends = std::move(backends), threads](
             const Game& game, const EvaluatorSettings& settings) -> std::unique_ptr<Evaluator> {
    switch (game.playout_rule()) {
      case PlayoutRule::shapes:
        return std::make_unique<OutcomeEvaluator<ShapeTask>>(game, make_shape_task, backends.shapes,
                                                             settings);
      case PlayoutRule::captures:
        return std::make_unique<OutcomeEvaluator<CaptureTask>>(game, make_capture_task,
                                                               backends.captures, settings);
      case PlayoutRule::moves:
        break;
    }
    return std::make_unique<PlayoutEvaluator>(game, settings, threads);
  };
}

EvaluatorFactory net_evaluators(const Net& net, std::shared_ptr<const NetRunner> runner) {
  return [net_game = net.game, planes = net.reads(), runner = std::move(runner)](
             const Game& game, const EvaluatorSettings& settings) {
    return std::make_unique<CachedEvaluator>(
        game, std::make_unique<NetEvaluator>(game, net_game, planes, runner, settings), settings);
  };
}

std::string automatic_evaluator(bool has_net, const Game& game) {
  if (has_net) return "net";
  return game.fill_rule() ? "fills" : "playouts";
}

std::string evaluator_name(const std::string& evaluator, bool has_net, const Game& game,
                           NetKind kind) {
  const std::string plays = evaluator == "auto" ? automatic_evaluator(has_net, game) : evaluator;
  return plays == "net" && kind != NetKind::small ? std::string(name(kind)) + " net" : plays;
}

std::string net_size(const Net& net) {
  return std::to_string(net.blocks.size()) +
         (net.blocks.size() == 1 ? " block of " : " blocks of ") + std::to_string(net.channels) +
         " channels";
}

std::optional<Net> net_for(const std::string& game, const Net* given, NetKind kind) {
  if (given != nullptr && given->game == game) return *given;
  const std::string_view file = shipped_net(game, kind);
  if (file.empty()) return std::nullopt;
  if (given != nullptr) {
    note("playing " + game + " by the net that comes with the program: the one given is for " +
         given->game);
  }
  return parse_net(file);
}

NetKind kind_for(const Game& game, const Net* given, bool is_fast, std::optional<NetKind> named) {
  if (given != nullptr && given->game == game.name()) return NetKind::small;
  if (named && has_shipped_net(game.name(), *named)) return *named;
  return kind_for(game.name(), game.size(), is_fast);
}

NetKind kind_for(std::string_view game, BoardSize size, bool is_fast) {
  const auto [least, most] = std::minmax(size.rows, size.columns);
  for (const NetRange& range : kNetRanges) {
    const bool is_for_board =
        range.game == game && range.least_side <= least && most <= range.most_side;
    if (is_for_board && (is_fast || !range.is_for_fast_gpus) && has_shipped_net(game, range.kind)) {
      return range.kind;
    }
  }
  return NetKind::small;
}

Net find_net(const std::string& name, const std::string& game) {
  const auto kind = find_net_kind(name);
  if (!kind) {
    try {
      return read_net(name);
    } catch (const NetError& error) {
      std::error_code unknown;
      if (std::filesystem::exists(name, unknown)) throw;
      throw NetError(error.what() + ("; nets of the program are " + kind_names()));
    }
  }
  const std::string_view file = shipped_net(game, *kind);
  if (!file.empty()) return parse_net(file);
  throw NetError("no " + name + " net for " + game + " comes with the program");
}

std::shared_ptr<const Net> find_given_net(const std::string& name, const std::string& game) {
  auto net = std::make_shared<const Net>(find_net(name, game));
  return game.empty() && find_net_kind(name) ? nullptr : net;
}

EvaluatorParts cpu_parts(
    std::function<std::optional<Net>(const std::string& game, NetKind kind)> net) {
  return {.net = std::move(net),
          .net_runner =
              [](const Net& of) {
                return std::make_shared<const CpuNet>(of, CpuNet::instruction_sets().front());
              },
          .playout_backends =
              [] {
                return PlayoutBackends{std::make_shared<const CpuFillBackend>(),
                                       std::make_shared<const CpuShapeBackend>(),
                                       std::make_shared<const CpuCaptureBackend>()};
              },
          .kind = [](const Game& game) { return kind_for(game, nullptr, false); }};
}

EvaluatorFactory find_evaluators(const std::string& name, const EvaluatorParts& parts) {
  if (name == "playouts") return playout_evaluators(parts.playout_backends(), core_count());
  if (name == "fills") return fills_evaluators(parts.playout_backends().fills);
  if (name != "auto" && name != "net") {
    throw BadInput("option '--evaluator' takes auto, fills, playouts or net, not '" + name + "'");
  }
  const auto nets = std::make_shared<NetsByGame>(parts);
  const bool is_ready = parts.first_game.empty() || nets->find(parts.first_game, NetKind::small);
  if (name == "net") {
    if (!is_ready) throw BadInput("option '--evaluator net': " + no_net_for(parts.first_game));
    return [nets](const Game& game, const EvaluatorSettings& settings) {
      const std::optional<EvaluatorFactory> net = nets->find(game);
      if (!net) {
        throw std::invalid_argument(no_net_for(game.name()));
      }
      return (*net)(game, settings);
    };
  }
  const PlayoutBackends backends = parts.playout_backends();
  return [nets, fills = fills_evaluators(backends.fills),
          playouts = playout_evaluators(backends, core_count())](
             const Game& game, const EvaluatorSettings& settings) {
    if (const auto net = nets->find(game)) return (*net)(game, settings);
    const bool by_fills = automatic_evaluator(false, game) == "fills";
    if (nets->is_first_time(game.name())) {
      note("playing " + game.name() + (by_fills ? " by fills" : " by playouts") + ": " +
           no_net_for("it"));
    }
    return by_fills ? fills(game, settings) : playouts(game, settings);
  };
}

}  // namespace isthmus
