#include <memory>
#include <vector>

#include "engine/net/cpu_net.hpp"
#include "games/list.hpp"
#include "gpu/net/gpu_net.hpp"
#include "tools/bench/baselines_rows.hpp"

namespace isthmus {

namespace {

// The empty board, `count` times a call.
class EmptyBoards {
 public:
  EmptyBoards(std::shared_ptr<const NetRunner> runner, int side, std::size_t count)
      : runner_(std::move(runner)), view_{side, side, 0} {
    resize(count);
  }

  std::uint64_t operator()() {
    runner_->run(view_, points_, outputs_);
    return points_.size() / view_.points();
  }
  void resize(std::size_t count) {
    points_.resize(count * view_.points(), net_point::kBoard);
    outputs_.resize(count * view_.outputs());
  }

 private:
  std::shared_ptr<const NetRunner> runner_;
  NetView view_;
  std::vector<std::uint8_t> points_;
  std::vector<float> outputs_;
};

// Multiplications of a net for one position.
double multiplications(int blocks, int channels, int side) {
  const double of_point = 9.0 * channels * (Net::kCommonPlanes + 2.0 * blocks * channels) +
                          channels * (channels / 2.0 + 1);
  return side * side * of_point;
}

void add_rows(SeedsSuite& suite, int blocks, int channels, const std::vector<int>& sides) {
  // Products of binary16 that tensor cores make in the time of a logic instruction, on Hopper.
  constexpr double kProducts = 32;
  constexpr std::size_t kBatch = 1024;
  const Net net = random_net(std::string(kDefaultGame), blocks, channels, 1, {.has_ring = false});
  const std::vector devices{kBenchDevice};
  const auto cpu = std::make_shared<CpuNet>(net, CpuNet::instruction_sets().front());
  const auto gpu = std::make_shared<GpuNet>(net, devices);
  const auto fp8 = std::make_shared<GpuNet>(net, devices, NetPrecision::fp8);
  const auto many = [](const std::shared_ptr<const NetRunner>& runner, int side) {
    return launches([batch = EmptyBoards(runner, side, 0)](std::uint32_t rounds) mutable {
      batch.resize(rounds * kBatch);
      return batch();
    });
  };
  const auto limit = [&](int side) {
    return kProducts * suite.device.logic_per_second / multiplications(blocks, channels, side);
  };
  const std::string name =
      "evaluations by a net of " + std::to_string(blocks) + "x" + std::to_string(channels);
  for (const int side : sides) {
    BenchRow row{name, size_name(side), "positions"};
    row.limit = Rate{"tensor cores", limit(side)};
    suite.table.add(row, {"one CPU core", EmptyBoards(cpu, side, 1)},
                    {"fused kernel", many(gpu, side)});
  }
  for (const int side : sides) {
    BenchRow row{name + " in fp8", size_name(side), "positions"};
    row.limit = Rate{"tensor cores", 2 * limit(side)};
    suite.table.add(row, {"16 bits", many(gpu, side)}, {"fp8", many(fp8, side)});
  }
}

}  // namespace

void add_net_rows(SeedsSuite& suite) {
  add_rows(suite, 6, 64, {9, 11, 13, 19});
  add_rows(suite, 10, 128, {11, 13});
}

}  // namespace isthmus
