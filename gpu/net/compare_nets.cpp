#include "gpu/net/compare_nets.hpp"

#include <algorithm>
#include <cmath>
#include <string>

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

void compare(const NetView& view, std::span<const std::uint8_t> /*points*/,
             std::span<const float> outputs, std::span<const float> expected) {
  for (std::size_t first = 0; first < outputs.size(); first += view.outputs()) {
    const float difference = net_difference(outputs.subspan(first, view.outputs()),
                                            expected.subspan(first, view.outputs()));
    if (difference <= kNetTolerance) continue;
    throw BackendError("the GPU's net and the CPU's differ by " + std::to_string(difference) +
                       " of their greatest output, which is more than rounding does");
  }
}

}  // namespace isthmus
