#include "tools/bench/net.hpp"

#include <memory>
#include <string>

#include "engine/cpu_net.hpp"
#include "engine/cpu_tallier.hpp"
#include "engine/fills_evaluator.hpp"
#include "engine/net_evaluator.hpp"
#include "games/list.hpp"

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
  const Net net = random_net(6, 64, 1);
  const auto runner = std::make_shared<CpuNet>(net);
  const auto tallier = std::make_shared<CpuTallier>();
  const auto settings = std::make_shared<const Settings>();
  for (const int side : {9, 11, 13, 19}) {
    const std::string size = std::to_string(side) + 'x' + std::to_string(side);
    const std::shared_ptr<const Game> game = make_game("hex", side, side, SwapRule::none);
    table.add(
        {"evaluations", "net of 6x64, hex " + size, "positions"},
        {"2,048 fills",
         evaluations(game, settings, std::make_shared<FillsEvaluator>(*game, tallier, *settings))},
        {"net", evaluations(game, settings,
                            std::make_shared<NetEvaluator>(*game, net.game, runner, *settings))});
  }
}

}  // namespace isthmus
