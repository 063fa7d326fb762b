#include "engine/cpu_net.hpp"

#include <limits>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "engine/net.hpp"
#include "games/hex.hpp"
#include "tests/engine/random_position.hpp"
#include "tests/engine/reference_net.hpp"

using namespace isthmus;
using test::random_position;
using test::ReferenceNet;

namespace {

// Logits of single precision, which come to 10 or so, may differ by this.
constexpr double kTolerance = 1e-4;

// The greatest difference between the net and its definition, on some positions of a game.
double greatest_difference(const Net& net, const NetRunner& runner, int rows, int columns) {
  const Hex game(rows, columns, SwapRule::none);
  double greatest = 0;
  for (int parity : {0, 1}) {
    const Position start = random_position(game, parity, 1);
    const NetView view = net_view(game.board(), start.to_move);
    constexpr std::size_t kBatch = 3;
    std::vector<std::uint8_t> points(kBatch * view.points());
    std::vector<float> outputs(kBatch * view.outputs(), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < kBatch; ++i) {
      const int moves = parity + 2 * static_cast<int>(i) * rows;
      Position position = random_position(game, moves, i);
      position.to_move = start.to_move;
      write_net_points(game.board(), position, {points.data() + i * view.points(), view.points()});
    }
    runner.run(view, points, outputs);
    const ReferenceNet reference(net, view);
    for (std::size_t i = 0; i < kBatch; ++i) {
      const std::vector<double> expected =
          reference.run({points.data() + i * view.points(), view.points()});
      REQUIRE(expected.size() == view.outputs());
      for (std::size_t o = 0; o < expected.size(); ++o) {
        const double difference = std::abs(expected[o] - outputs[i * view.outputs() + o]);
        greatest = std::max(greatest, std::isnan(difference) ? INFINITY : difference);
      }
    }
  }
  return greatest;
}

}  // namespace

TEST_CASE("the net is computed as it is defined, with every instruction set") {
  for (const int channels : {32, 64, 96}) {
    const Net net = random_net(3, channels, static_cast<std::uint64_t>(channels));
    for (const std::string& set : CpuNet::instruction_sets()) {
      CAPTURE(channels);
      CAPTURE(set);
      const CpuNet runner(net, set);
      CHECK(greatest_difference(net, runner, 5, 5) < kTolerance);
      CHECK(greatest_difference(net, runner, 9, 4) < kTolerance);
    }
  }
}

TEST_CASE("boards of any size are computed one after the other") {
  const Net net = random_net(2, 32, 7);
  const CpuNet runner(net);
  for (const int side : {1, 2, 5, 6, 7, 8, 9, 11, 13, 14, 16, 19, 10, 3}) {
    CAPTURE(side);
    CHECK(greatest_difference(net, runner, side, side) < kTolerance);
  }
  CHECK(greatest_difference(net, runner, 32, 32) < kTolerance);
  CHECK(greatest_difference(net, runner, 13, 9) < kTolerance);
}

TEST_CASE("a deep net stays within the tolerance") {
  const Net net = random_net(6, 64, 1);
  CHECK(greatest_difference(net, CpuNet(net), 11, 11) < kTolerance);
}

TEST_CASE("an instruction set that there is not is refused") {
  CHECK_THROWS_AS(CpuNet(random_net(1, 32, 1), "ABACUS"), std::invalid_argument);
}
