#include "gpu/net/make_net_runner.hpp"

#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/evaluation/evaluator.hpp"
#include "engine/net/cpu_net.hpp"
#include "engine/net/net_evaluator.hpp"
#include "engine/net/net_input.hpp"
#include "games/list.hpp"
#include "tests/support/evaluation_of.hpp"
#include "tests/support/random_position.hpp"

using namespace isthmus;

TEST_CASE("a net of each game judges on a device as on a processor, whatever runs it") {
  const Settings settings;
  const auto never = [](const std::string& text) { FAIL(text); };
  std::uint64_t seed = 0;
  for (const GameEntry& entry : games()) {
    const std::string name(entry.name);
    const auto game = make_game(name, 5, 5, SwapRule::none);
    for (const bool has_ring : {true, false}) {
      CAPTURE(name);
      CAPTURE(has_ring);
      const Net net = random_net(name, 1, 32, ++seed, {net_planes(*game), has_ring});
      const auto evaluator = [&](std::shared_ptr<const NetRunner> runner) {
        return NetEvaluator(*game, name, net.reads(), std::move(runner), settings);
      };
      const auto by_cpu = evaluator(std::make_shared<CpuNet>(net));
      for (const Backend backend : {Backend::automatic, Backend::gpu, Backend::check}) {
        const auto by_gpu = evaluator(make_net_runner(backend, {}, net, never));
        for (const int moves : {0, 3, 8, 12}) {
          const Position position = test::random_position(*game, moves, seed + 7);
          const Evaluation expected = test::evaluation_of(by_cpu, position);
          const Evaluation evaluation = test::evaluation_of(by_gpu, position);
          CHECK(std::abs(evaluation.black_wins - expected.black_wins) < 0.01);
          REQUIRE(evaluation.policy.size() == expected.policy.size());
          for (std::size_t cell = 0; cell < expected.policy.size(); ++cell) {
            CHECK(std::abs(evaluation.policy[cell] - expected.policy[cell]) < 0.01);
          }
        }
      }
    }
  }
}
