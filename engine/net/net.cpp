#include "engine/net/net.hpp"

#include <cmath>
#include <utility>

#include "engine/net/float16.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus {

Net random_net(std::string game, int blocks, int channels, std::uint64_t seed, NetPlanes reads) {
  Net net;
  net.game = std::move(game);
  net.planes = reads.count;
  net.has_ring = reads.has_ring;
  net.channels = channels;
  net.policy_channels = 32;
  net.value_hidden = 64;
  net.blocks.resize(static_cast<std::size_t>(blocks));
  for (std::size_t i = 1; i < net.blocks.size(); i += 2) net.blocks[i].is_pooled = true;

  SplitMix64 random(seed);
  for_each_tensor(net, [&](std::vector<float>& tensor, int outputs, int inputs) {
    tensor.resize(tensor_size(outputs, inputs));
    const double width = inputs == 0 ? 0.2 : std::sqrt(12.0 / inputs);  // variance 1 / inputs
    for (float& weight : tensor) {
      const double uniform = static_cast<double>(random() >> 11U) * 0x1p-53 - 0.5;
      weight = float_from_half(half_from_float(static_cast<float>(width * uniform)));
    }
  });
  return net;
}

}  // namespace isthmus
