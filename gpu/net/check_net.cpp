#include "gpu/net/check_net.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/backend_error.hpp"

namespace isthmus {

float net_difference(std::span<const float> outputs, std::span<const float> expected) {
  float scale = 1, greatest = 0;
  for (const float output : expected) scale = std::max(scale, std::abs(output));
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const float difference = std::abs(outputs[i] - expected[i]);
    greatest = std::max(greatest, std::isnan(difference) ? INFINITY : difference);
  }
  return greatest / scale;
}

CheckNet::CheckNet(std::unique_ptr<NetRunner> gpu, std::unique_ptr<NetRunner> cpu)
    : gpu_(std::move(gpu)), cpu_(std::move(cpu)) {}

void CheckNet::run(const NetView& view, std::span<const std::uint8_t> points,
                   std::span<float> outputs) const {
  std::vector<float> expected(outputs.size());
  gpu_->run(view, points, outputs);
  cpu_->run(view, points, expected);
  for (std::size_t first = 0; first < outputs.size(); first += view.outputs()) {
    const float difference =
        net_difference(outputs.subspan(first, view.outputs()),
                       std::span<const float>(expected).subspan(first, view.outputs()));
    if (difference <= kNetTolerance) continue;
    throw BackendError("the GPU's net and the CPU's differ by " + std::to_string(difference) +
                       " of their greatest output, which is more than rounding does");
  }
}

}  // namespace isthmus
