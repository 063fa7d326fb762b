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
  void add(Net net) {
    const std::scoped_lock lock(mutex_);
    std::string game = net.game;
    nets_.insert_or_assign(std::move(game), std::move(net));
  }
  std::optional<Net> find(const std::string& game) const {
    const std::scoped_lock lock(mutex_);
    const auto net = nets_.find(game);
    return net == nets_.end() ? std::nullopt : std::optional(net->second);
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, Net> nets_;
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

void give_net(std::string_view net_file) { given_nets.add(parse_net(net_file)); }

EvaluatorFactory make_evaluators() {
  return with_known_openings(find_evaluators(
      given_evaluator,
      cpu_parts([](const std::string& game, NetKind) { return given_nets.find(game); })));
}

}  // namespace isthmus
