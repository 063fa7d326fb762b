#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "engine/base/backend_error.hpp"
#include "engine/net/cpu_net.hpp"
#include "gpu/backend/checked.hpp"
#include "gpu/backend/fallback.hpp"
#include "gpu/net/compare_nets.hpp"
#include "gpu/net/make_net_runner.hpp"

using namespace isthmus;

namespace {

constexpr NetView kView{2, 2};

// Gives these outputs `good` times, then fails.
class Scripted final : public NetRunner {
 public:
  Scripted(std::vector<float> outputs, int good, int batch)
      : outputs_(std::move(outputs)), good_(good), batch_(batch) {}

  void run(const NetView&, std::span<const std::uint8_t>, std::span<float> outputs) const override {
    if (good_-- <= 0) {
      std::fill(outputs.begin(), outputs.end(), NAN);
      throw BackendError("it fell off the bus");
    }
    std::copy(outputs_.begin(), outputs_.end(), outputs.begin());
  }
  int preferred_batch() const override { return batch_; }

 private:
  std::vector<float> outputs_;
  mutable int good_;
  int batch_;
};

std::unique_ptr<NetRunner> scripted(const std::vector<float>& outputs, int good = 99,
                                    int batch = 1) {
  return std::make_unique<Scripted>(outputs, good, batch);
}

std::vector<float> run(const NetRunner& runner) {
  const std::vector<std::uint8_t> points(kView.points());
  std::vector<float> outputs(kView.outputs(), NAN);
  runner.run(kView, points, outputs);
  return outputs;
}

}  // namespace

TEST_CASE("where one runner fails another goes on, which is said once") {
  const std::vector<float> first(9, 1.0F), second(9, 2.0F);
  std::vector<std::string> notes;
  const Fallback<NetRunner> net(scripted(first, 2, 7), scripted(second, 99, 3),
                                [&](const std::string& message) { notes.push_back(message); });
  CHECK(run(net) == first);
  CHECK(run(net) == first);
  CHECK(net.preferred_batch() == 7);
  CHECK(run(net) == second);
  CHECK(run(net) == second);
  CHECK(net.preferred_batch() == 3);
  CHECK(notes == std::vector<std::string>{"it fell off the bus"});
}

TEST_CASE("two runners are compared") {
  std::vector<float> near{1, 2, 3, 4, 5, 6, 7, 8, 10};
  const std::vector<float> expected = near;
  near[0] += 0.09F;  // 10 * kNetTolerance = 0.1
  CHECK(run(Checked<NetRunner>(scripted(near), scripted(expected))) == near);
  std::vector<float> far = expected;
  far[0] += 0.11F;
  CHECK_THROWS_AS(run(Checked<NetRunner>(scripted(far), scripted(expected))), BackendError);
  far[0] = NAN;
  CHECK_THROWS_AS(run(Checked<NetRunner>(scripted(far), scripted(expected))), BackendError);
  // Outputs below 1 are compared as if one of them were 1.
  const std::vector<float> zeros(9, 0.0F);
  CHECK_NOTHROW(run(Checked<NetRunner>(scripted(std::vector<float>(9, 0.009F)), scripted(zeros))));
  CHECK_THROWS_AS(run(Checked<NetRunner>(scripted(std::vector<float>(9, 0.011F)), scripted(zeros))),
                  BackendError);
}

TEST_CASE("the CPU needs no device") {
  const Net net = random_net("hex", 1, 32, 1);
  const std::vector<std::string> sets = CpuNet::instruction_sets();
  CHECK(run(*make_net_runner(Backend::cpu, {}, net, {})) == run(CpuNet(net, sets.front())));
  for (const std::string& set : sets) {
    CHECK(run(*make_net_runner(Backend::cpu, {}, net, {}, set)) == run(CpuNet(net, set)));
  }
}
