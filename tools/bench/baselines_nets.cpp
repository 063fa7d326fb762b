#include <memory>
#include <vector>

#include "engine/net/cpu_net.hpp"
#include "games/list.hpp"
#include "gpu/net/gpu_net.hpp"
#include "tools/bench/baselines_rows.hpp"

namespace isthmus {

namespace {

// The empty board, `count` times a call.
class Pictures {
 public:
  Pictures(std::shared_ptr<const NetRunner> runner, int side, std::size_t count)
      : runner_(std::move(runner)), view_{side, side} {
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

// Multiplications of a net of 6 blocks of 64 channels.
double multiplications(int side) {
  constexpr double kOfPoint = 9.0 * 64 * (Net::kPlanes + 12 * 64) + 64 * 33;
  return (side + 2) * (side + 2) * kOfPoint;
}

}  // namespace

void add_net_rows(SeedsSuite& suite) {
  // Products of binary16 that tensor cores make in the time of a logic instruction, on Hopper.
  constexpr double kProducts = 32;
  constexpr std::size_t kBatch = 1024;
  const Net net = random_net(std::string(kDefaultGame), 6, 64, 1);
  const auto cpu = std::make_shared<CpuNet>(net, CpuNet::instruction_sets().front());
  const auto gpu = std::make_shared<GpuNet>(net, std::vector{kBenchDevice});
  for (const int side : {9, 11, 13, 19}) {
    BenchRow row{"evaluations by a net of 6x64", size_name(side), "positions"};
    row.limit =
        Rate{"tensor cores", kProducts * suite.device.logic_per_second / multiplications(side)};
    const auto many = [batch = Pictures(gpu, side, 0)](std::uint32_t rounds) mutable {
      batch.resize(rounds * kBatch);
      return batch();
    };
    suite.table.add(row, {"one CPU core", Pictures(cpu, side, 1)},
                    {"fused kernel", launches(many)});
  }
}

}  // namespace isthmus
