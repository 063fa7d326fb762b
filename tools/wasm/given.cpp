#include "tools/wasm/given.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "engine/net/cpu_net.hpp"
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
    of_game.insert_or_assign(kind, std::make_shared<const Net>(std::move(net)));
  }
  // Which kind of net is for a board, where that of a kind that is not there yet will be given; the
  // small one where one is for all boards.
  NetKind kind_for(const Game& game) const {
    const NetKind kind = isthmus::kind_for(game, nullptr, false);
    const std::scoped_lock lock(mutex_);
    const auto of_game = nets_.find(game.name());
    const bool is_for_all = of_game != nets_.end() && of_game->second.contains(std::nullopt);
    return is_for_all && !of_game->second.contains(kind) ? NetKind::small : kind;
  }
  // That for all boards, or else the small one, where there is none of that kind; may be null.
  std::shared_ptr<const Net> find(const std::string& game, NetKind kind) const {
    const std::scoped_lock lock(mutex_);
    const auto of_game = nets_.find(game);
    if (of_game == nets_.end()) return nullptr;
    for (const auto each :
         {std::optional(kind), std::optional<NetKind>(), std::optional(NetKind::small)}) {
      const auto net = of_game->second.find(each);
      if (net != of_game->second.end()) return net->second;
    }
    return nullptr;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::map<std::optional<NetKind>, std::shared_ptr<const Net>>> nets_;
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
                        const auto net = given_nets.find(game, kind);
                        return net ? std::optional(*net) : std::nullopt;
                      })));
}

EngineFacts given_facts() {
  return {.backend = "cpu",
          .instructions = CpuNet::instruction_sets().front(),
          .evaluator_of =
              [name = given_evaluator](const Game& game) {
                return evaluator_name(name, has_shipped_net(game.name()), game,
                                      given_nets.kind_for(game));
              },
          .net_size_of =
              [name = given_evaluator](const Game& game) {
                if (name != "auto" && name != "net") return std::string();
                const auto net = given_nets.find(game.name(), given_nets.kind_for(game));
                return net ? net_size(*net) : std::string();
              }};
}

}  // namespace isthmus
