#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/fills/fills_evaluator.hpp"
#include "engine/net/cpu_net.hpp"
#include "engine/net/net_evaluator.hpp"
#include "games/list.hpp"
#include "tools/bench/suites.hpp"

namespace isthmus {

namespace {

Work evaluations(const std::shared_ptr<const Game>& game,
                 const std::shared_ptr<const Settings>& settings,
                 std::shared_ptr<const Evaluator> evaluator) {
  return [game, settings, evaluator = std::move(evaluator), position = game->start(),
          evaluation = Evaluation(), seed = std::uint64_t{0}]() mutable {
    const EvaluationRequest request{&position, ++seed};
    evaluator->evaluate({&request, 1}, {&evaluation, 1});
    return std::uint64_t{1};
  };
}

}  // namespace

void bench_net(BenchTable& table) {
  const Net net = random_net(std::string(kDefaultGame), 6, 64, 1, {.has_ring = false});
  const std::vector<std::string> sets = CpuNet::instruction_sets();
  const auto fastest = std::make_shared<CpuNet>(net, sets.front());
  const auto backend = std::make_shared<CpuFillBackend>();
  const auto settings = std::make_shared<const Settings>();
  const auto by = [&](const std::shared_ptr<const Game>& game,
                      const std::shared_ptr<const NetRunner>& runner) {
    return evaluations(
        game, settings,
        std::make_shared<NetEvaluator>(*game, net.game, net.reads(), runner, *settings));
  };
  for (const int side : {9, 11, 13, 19}) {
    const std::string size = std::to_string(side) + 'x' + std::to_string(side);
    const std::shared_ptr<const Game> game = make_game(kDefaultGame, side, side, SwapRule::none);
    table.add(
        {"evaluations", "net of 6x64, " + game->name() + " " + size, "positions"},
        {"2,048 fills",
         evaluations(game, settings, std::make_shared<FillsEvaluator>(*game, backend, *settings))},
        {"net", by(game, fastest)});
  }
  const std::shared_ptr<const Game> game = make_game(kDefaultGame, 11, 11, SwapRule::none);
  for (const std::string& set : sets) {
    if (set == sets.front()) continue;
    table.add({"evaluations", "net of 6x64, " + game->name() + " 11x11, " + set, "positions"},
              {sets.front(), by(game, fastest)},
              {set, by(game, std::make_shared<CpuNet>(net, set))});
  }
}

}  // namespace isthmus
