#include "gpu/net/gpu_net.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "engine/base/backend_error.hpp"
#include "engine/net/cpu_net.hpp"
#include "games/hex/hex.hpp"
#include "gpu/net/compare_nets.hpp"
#include "gpu/net/device_net.hpp"
#include "gpu/net/float8.hpp"
#include "gpu/net/net_stream.hpp"
#include "tests/engine/net/reference_net.hpp"
#include "tests/support/random_position.hpp"

using namespace isthmus;

namespace {

// How far a kernel in fp8 may be from exact arithmetic of the numbers that it multiplies: it adds
// with fewer bits, and what it comes to may be rounded to another number by the next layer.
constexpr float kFp8RoundingTolerance = 0.1F;

// The input planes of random positions with any number of stones, all seen by Black; those beyond
// the planes of all games are set at random, for nets that have more.
std::vector<std::uint8_t> input_planes(const Hex& game, std::size_t count, bool has_ring = true) {
  const NetInput input(game, {.has_ring = has_ring});
  const NetView view = input.view(Colour::black);
  std::vector<std::uint8_t> points(count * view.points());
  SplitMix64 random(count);
  for (std::size_t i = 0; i < count; ++i) {
    const int moves = static_cast<int>(2 * i) % game.board().cell_count();
    Position position = test::random_position(game, moves, i);
    position.to_move = Colour::black;
    input.write(position, {points.data() + i * view.points(), view.points()});
  }
  for (std::uint8_t& point : points) point |= static_cast<std::uint8_t>(random() << 4U);
  return points;
}

NetView view_of(const Hex& game, const Net& net) {
  return NetInput(game, {.has_ring = net.has_ring}).view(Colour::black);
}

// The greatest difference between GPU and CPU, as kNetTolerance has it.
float greatest_difference(const Net& net, const GpuNet& gpu, int rows, int columns,
                          std::size_t count) {
  const Hex game(rows, columns, SwapRule::none);
  const NetView view = view_of(game, net);
  const std::vector<std::uint8_t> points = input_planes(game, count, net.has_ring);
  std::vector<float> outputs(count * view.outputs(), std::numeric_limits<float>::quiet_NaN());
  std::vector<float> expected(outputs.size());
  gpu.run(view, points, outputs);
  CpuNet(net).run(view, points, expected);
  float worst = 0;
  for (std::size_t first = 0; first < outputs.size(); first += view.outputs()) {
    worst = std::max(worst, net_difference({outputs.data() + first, view.outputs()},
                                           {expected.data() + first, view.outputs()}));
  }
  std::printf("net %d channels, %s, %zu positions of %d x %d: GPU and CPU differ by %.5f\n",
              net.channels, net.has_ring ? "ring" : "no ring", count, rows, columns,
              static_cast<double>(worst));
  return worst;
}

double as_float8(double value) {
  return static_cast<double>(float_from_float8(float8_from_float(static_cast<float>(value))));
}

// A net whose blocks have the weights that fp8 makes of them.
Net in_float8(Net net) {
  for (NetBlock& block : net.blocks) {
    for (NetLayer* const layer : {&block.conv1, &block.conv2}) {
      const std::size_t inputs = layer->weights.size() / layer->biases.size();
      for (std::size_t first = 0; first < layer->weights.size(); first += inputs) {
        const float scale = float8_scale(layer->weights.data() + first, static_cast<int>(inputs));
        for (std::size_t i = first; i < first + inputs; ++i) {
          layer->weights[i] =
              scale * float_from_float8(float8_from_float(layer->weights[i] / scale));
        }
      }
    }
  }
  return net;
}

// The greatest differences of a kernel in fp8 from arithmetic of the same numbers, and from the
// net.
struct Fp8Differences {
  float same = 0, net = 0;
};
Fp8Differences fp8_differences(const Net& net, int rows, int columns, std::size_t count) {
  const std::unique_ptr<DeviceNet> on_device = make_hopper_net(net, NetPrecision::fp8);
  const Hex game(rows, columns, SwapRule::none);
  const NetView view = view_of(game, net);
  Fp8Differences worst;
  if (on_device == nullptr || !on_device->takes(view)) return worst;  // not for this device
  const std::vector<std::uint8_t> points = input_planes(game, count, net.has_ring);
  std::vector<float> outputs(count * view.outputs(), std::numeric_limits<float>::quiet_NaN());
  NetStream stream;
  stream.start(*on_device, view, points, outputs);
  stream.finish();
  const Net rounded = in_float8(net);
  for (std::size_t i = 0; i < count; i += std::max<std::size_t>(1, count / 3)) {
    const std::span<const std::uint8_t> input(points.data() + i * view.points(), view.points());
    const auto difference = [&](const test::ReferenceNet& reference) {
      const std::vector<double> exact = reference.run(input);
      const std::vector<float> expected(exact.begin(), exact.end());
      return net_difference({outputs.data() + i * view.outputs(), view.outputs()}, expected);
    };
    worst.same =
        std::max(worst.same, difference(test::ReferenceNet(rounded, view, nullptr, as_float8)));
    worst.net = std::max(worst.net, difference(test::ReferenceNet(net, view)));
  }
  std::printf("net %zux%d in fp8, %d x %d: differs by %.5f, from the exact net by %.5f\n",
              net.blocks.size(), net.channels, rows, columns, static_cast<double>(worst.same),
              static_cast<double>(worst.net));
  return worst;
}

}  // namespace

TEST_CASE("nets in fp8 come to what the same numbers do in exact arithmetic") {
  for (const int channels : {64, 128}) {
    const Net net = random_net("hex", 3, channels, static_cast<std::uint64_t>(channels));
    for (const auto& [rows, columns] : {std::pair(1, 1), {5, 5}, {6, 7}, {11, 11}, {13, 13}}) {
      // Of few positions each has a cluster, of four or two blocks, of more a block; of many a
      // block has two.
      for (const std::size_t count : {2, 20, 100, 301}) {
        const Fp8Differences differences = fp8_differences(net, rows, columns, count);
        CHECK(differences.same <= kFp8RoundingTolerance);
        CHECK(differences.net <= kFp8Tolerance);
      }
    }
  }
  const Fp8Differences largest = fp8_differences(random_net("hex", 2, 64, 3), 19, 19, 2);
  CHECK(largest.same <= kFp8RoundingTolerance);
  CHECK(largest.net <= kFp8Tolerance);
}

TEST_CASE("where fp8 has no kernel nets have 16 bits") {
  const Net net = random_net("hex", 2, 32, 4);
  CHECK(greatest_difference(net, GpuNet(net, {}, NetPrecision::fp8), 5, 5, 3) <= kNetTolerance);
}

TEST_CASE("nets come to the same on the GPU as on the CPU, within the tolerance") {
  for (const int channels : {32, 64, 96, 128}) {
    const Net net = random_net("hex", 3, channels, static_cast<std::uint64_t>(channels));
    const GpuNet gpu(net);
    for (const int side : {5, 6, 9, 11, 13}) {
      CAPTURE(channels);
      CAPTURE(side);
      CHECK(greatest_difference(net, gpu, side, side, 1) <= kNetTolerance);
      CHECK(greatest_difference(net, gpu, side, side, 9) <= kNetTolerance);
    }
    CHECK(greatest_difference(net, gpu, 4, 9, 2) <= kNetTolerance);
    CHECK(greatest_difference(net, gpu, 13, 5, 2) <= kNetTolerance);
  }
}

TEST_CASE("nets read as many planes as their files say") {
  for (const int channels : {64, 96, 128}) {
    for (const int planes : {5, 7, 8}) {
      CAPTURE(planes);
      const Net net = random_net("hex", 2, channels, static_cast<std::uint64_t>(planes), {planes});
      const GpuNet gpu(net);
      for (const std::size_t count : {2, 20, 100, 301}) {
        CHECK(greatest_difference(net, gpu, 9, 9, count) <= kNetTolerance);
        CHECK(greatest_difference(net, gpu, 6, 13, count) <= kNetTolerance);
        if (channels == 96) continue;
        CHECK(fp8_differences(net, 9, 9, count).same <= kFp8RoundingTolerance);
      }
      const std::unique_ptr<DeviceNet> by_mma = make_mma_net(net);
      CHECK(by_mma->reads().count == planes);
    }
    const Net net = random_net("hex", 2, channels, 12, {7});
    CHECK(greatest_difference(net, GpuNet(net), 13, 13, 40) <= kNetTolerance);
  }
  const Net net = random_net("hex", 2, 64, 12, {7});
  CHECK(greatest_difference(net, GpuNet(net), 19, 19, 40) <= kNetTolerance);
}

TEST_CASE("nets without a ring come to the same too, on boards of all sizes") {
  for (const int channels : {32, 64, 96, 128}) {
    const Net net =
        random_net("hex", 3, channels, static_cast<std::uint64_t>(channels), {.has_ring = false});
    const GpuNet gpu(net);
    for (const int side : {1, 2, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19}) {
      // By more channels a block of mma.sync's kernel has room for fewer points.
      if (channels > 64 && side > (channels == 96 ? 16 : 15)) continue;
      CAPTURE(channels);
      CAPTURE(side);
      for (const std::size_t count : {1, 9, 40, 100, 301}) {
        CHECK(greatest_difference(net, gpu, side, side, count) <= kNetTolerance);
      }
    }
    // What taps read lies further off than on boards of three rows and more.
    for (const auto& [rows, columns] : {std::pair(1, 16), {2, 19}, {1, 32}, {4, 9}, {13, 5}}) {
      CHECK(greatest_difference(net, gpu, rows, columns, 2) <= kNetTolerance);
      CHECK(greatest_difference(net, gpu, rows, columns, 300) <= kNetTolerance);
    }
    if (channels % 64 != 0) continue;
    for (const auto& [rows, columns] : {std::pair(1, 1), {2, 19}, {7, 6}, {11, 11}, {15, 15}}) {
      for (const std::size_t count : {2, 20, 100, 301}) {
        const Fp8Differences differences = fp8_differences(net, rows, columns, count);
        CHECK(differences.same <= kFp8RoundingTolerance);
        CHECK(differences.net <= kFp8Tolerance);
      }
    }
  }
  const Net net = random_net("hex", 2, 64, 7, {.has_ring = false});
  if (make_hopper_net(net) == nullptr) return;  // larger boards are not for this device
  const GpuNet gpu(net);
  for (const int side : {20, 21, 22, 23, 24, 25}) {
    CHECK(greatest_difference(net, gpu, side, side, 3) <= kNetTolerance);
  }
}

TEST_CASE("the largest boards go through too") {
  const Net net = random_net("hex", 2, 64, 3);
  const GpuNet gpu(net);
  for (const int side : {1, 2, 7, 8, 10, 12, 14, 15, 16, 17, 18, 19}) {
    CHECK(greatest_difference(net, gpu, side, side, 2) <= kNetTolerance);
  }
}

TEST_CASE("boards for which one block has no room are shared out") {
  const Net net = random_net("hex", 2, 64, 7);
  if (make_hopper_net(net) == nullptr) return;  // not for this device
  const GpuNet gpu(net);
  for (const int side : {20, 21, 22, 23}) {
    for (const std::size_t count : {1, 40}) {
      CHECK(greatest_difference(net, gpu, side, side, count) <= kNetTolerance);
    }
  }
  // What taps read reaches beyond the next of four small blocks.
  CHECK(greatest_difference(net, gpu, 1, 21, 2) <= kNetTolerance);
  const Fp8Differences largest = fp8_differences(net, 23, 23, 2);
  CHECK(largest.same <= kFp8RoundingTolerance);
  CHECK(largest.net <= kFp8Tolerance);
}

TEST_CASE("large batches and deep nets come to the same") {
  const Net net = random_net("hex", 6, 64, 1);
  const GpuNet gpu(net);
  CHECK(greatest_difference(net, gpu, 11, 11, 2) <= kNetTolerance);
  CHECK(greatest_difference(net, gpu, 5, 5, 5000) <= kNetTolerance);
  // Two blocks for each position, and one.
  for (const int side : {3, 9, 11, 13, 15, 16, 19}) {
    for (const std::size_t count : {40, 100}) {
      CHECK(greatest_difference(net, gpu, side, side, count) <= kNetTolerance);
    }
  }
}

TEST_CASE("positions come to the same however often as many come in a row") {
  const Net net = random_net("hex", 2, 64, 6);
  for (const NetPrecision precision : {NetPrecision::bits16, NetPrecision::fp8}) {
    const GpuNet gpu(net, {}, precision);
    for (const int side : {5, 11, 5}) {
      const Hex game(side, side, SwapRule::none);
      const NetView view = NetInput(game).view(Colour::black);
      constexpr std::size_t kCount = 60;
      const std::vector<std::uint8_t> points = input_planes(game, kCount);
      std::vector<float> one_by_one(kCount * view.outputs());
      std::vector<float> by_twos(one_by_one.size(), std::numeric_limits<float>::quiet_NaN());
      const auto run = [&](std::size_t size, std::vector<float>& outputs) {
        for (std::size_t first = 0; first < kCount; first += size) {
          gpu.run(view, std::span(points).subspan(first * view.points(), size * view.points()),
                  std::span(outputs).subspan(first * view.outputs(), size * view.outputs()));
        }
      };
      run(1, one_by_one);
      run(2, by_twos);
      CHECK(one_by_one == by_twos);
    }
  }
}

TEST_CASE("in fp8 a block comes to the same with two positions as with three") {
  const Net net = random_net("hex", 2, 64, 2);
  const GpuNet gpu(net, {}, NetPrecision::fp8);
  for (const int side : {3, 5, 6, 7, 8, 9, 10, 11, 12, 15}) {
    const Hex game(side, side, SwapRule::none);
    const NetView view = NetInput(game).view(Colour::black);
    // Few: more than there are multiprocessors, but not twice as many.
    constexpr std::size_t kFew = 200, kCount = 100 * kFew;
    const std::vector<std::uint8_t> points = input_planes(game, kCount);
    std::vector<float> outputs(kCount * view.outputs(), std::numeric_limits<float>::quiet_NaN());
    std::vector<float> expected(outputs.size());
    gpu.run(view, points, outputs);
    for (std::size_t first = 0; first < kCount; first += kFew) {
      gpu.run(view, std::span(points).subspan(first * view.points(), kFew * view.points()),
              std::span(expected).subspan(first * view.outputs(), kFew * view.outputs()));
    }
    CHECK(outputs == expected);
  }
}

TEST_CASE("each kernel for a device comes to the same") {
  for (const int channels : {64, 128}) {
    const Net net = random_net("hex", 2, channels, 5, {channels == 64 ? 7 : 4});
    for (const bool is_hopper : {false, true}) {
      const std::unique_ptr<DeviceNet> on_device =
          is_hopper ? make_hopper_net(net) : make_mma_net(net);
      if (on_device == nullptr) continue;  // not for this device
      // Some blocks compute more positions than others.
      constexpr std::size_t kCount = 300;
      const Hex game(6, 7, SwapRule::none);
      const NetView view = NetInput(game).view(Colour::black);
      const std::vector<std::uint8_t> points = input_planes(game, kCount);
      std::vector<float> outputs(kCount * view.outputs(), std::numeric_limits<float>::quiet_NaN());
      std::vector<float> expected(outputs.size());
      NetStream stream;
      stream.start(*on_device, view, points, outputs);
      stream.finish();
      CpuNet(net).run(view, points, expected);
      CHECK_NOTHROW(compare(view, points, outputs, expected));
    }
  }
}

TEST_CASE("devices share a batch, and threads a device") {
  const Net net = random_net("hex", 2, 32, 4);
  const Hex game(5, 5, SwapRule::none);
  const NetView view = NetInput(game).view(Colour::black);
  constexpr std::size_t kCount = 3000;
  const std::vector<std::uint8_t> points = input_planes(game, kCount);
  const auto outputs_of = [&](const GpuNet& gpu) {
    std::vector<float> outputs(kCount * view.outputs(), std::numeric_limits<float>::quiet_NaN());
    gpu.run(view, points, outputs);
    return outputs;
  };
  const GpuNet one(net, {0}), two(net, {0, 0});  // one device, but taken for two
  const std::vector<float> expected = outputs_of(one);
  CHECK(outputs_of(two) == expected);
  std::vector<std::vector<float>> outputs(4);
  {
    std::vector<std::jthread> threads;
    for (auto& of_thread : outputs) {
      threads.emplace_back([&] {
        for (int round = 0; round < 5; ++round) of_thread = outputs_of(two);
      });
    }
  }
  for (const auto& of_thread : outputs) CHECK(of_thread == expected);
}

TEST_CASE("a net of other shapes comes to the same") {
  Net net = random_net("hex", 1, 64, 1);
  net.policy_channels = 96;
  net.value_hidden = 17;
  const Net other = random_net("hex", 5, 64, 9);
  for_each_tensor(net, [&](std::vector<float>& tensor, int outputs, int inputs) {
    const auto& from = other.blocks[0].conv1.weights;
    tensor.assign(from.begin(),
                  from.begin() + static_cast<std::ptrdiff_t>(tensor_size(outputs, inputs)));
  });
  CHECK(greatest_difference(net, GpuNet(net), 8, 8, 3) <= kNetTolerance);
}

TEST_CASE("what no kernel takes is refused") {
  CHECK_THROWS_AS(GpuNet(random_net("hex", 1, 160, 1)), BackendError);
  const GpuNet gpu(random_net("hex", 1, 128, 1));
  const NetView view{19, 19};
  const std::vector<std::uint8_t> points(view.points());
  std::vector<float> outputs(view.outputs());
  CHECK_THROWS_AS(gpu.run(view, points, outputs), BackendError);
}
