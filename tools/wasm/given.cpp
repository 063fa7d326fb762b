#include "tools/wasm/given.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/net/net_file.hpp"
#include "games/known_openings.hpp"
#include "tools/evaluators/evaluators.hpp"

namespace isthmus {

namespace {

// Of the memory that a page may have (CMakeLists.txt), in MB.
constexpr int kTreeMegabytes = 256;
constexpr int kCacheMegabytes = 32;  // of each of up to 8 evaluators

class GivenNets {
 public:
  void add(Net net, std::optional<NetKind> kind) {
    const std::scoped_lock lock(mutex_);
    auto& of_game = nets_[net.game];
    if (!kind) of_game.clear();
    of_game.insert_or_assign(kind.value_or(NetKind::small), std::move(net));
  }
  // The small one where there is none of that kind.
  std::optional<Net> find(const std::string& game, NetKind kind) const {
    const std::scoped_lock lock(mutex_);
    const auto of_game = nets_.find(game);
    if (of_game == nets_.end()) return std::nullopt;
    for (const NetKind each : {kind, NetKind::small}) {
      const auto net = of_game->second.find(each);
      if (net != of_game->second.end()) return net->second;
    }
    return std::nullopt;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::map<NetKind, Net>> nets_;
};

GivenNets given_nets;
std::string given_evaluator = "auto";

Settings browser_settings() {
  Settings settings;
  settings.memory = kTreeMegabytes;
  settings.cache = kCacheMegabytes;
  return settings;
}

}  // namespace

Settings& given_settings() {
  static Settings settings = browser_settings();
  return settings;
}

void give_setting(std::string_view name, std::string_view value) {
  if (name == "evaluator") {
    given_evaluator = value;
    make_evaluators();  // throws where there are none of that name
  } else {
    set(given_settings(), find_setting(name), value);
  }
}

void give_net(std::string_view net_file, std::optional<NetKind> kind) {
  given_nets.add(parse_net(net_file), kind);
}

EvaluatorFactory make_evaluators() {
  return with_known_openings(
      find_evaluators(given_evaluator, cpu_parts([](const std::string& game, NetKind kind) {
                        return given_nets.find(game, kind);
                      })));
}

}  // namespace isthmus
