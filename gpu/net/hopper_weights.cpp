#include "gpu/net/hopper_weights.hpp"

#include <algorithm>
#include <cstddef>

#include "engine/net/float16.hpp"
#include "gpu/net/float8.hpp"
#include "gpu/net/hopper_kernel.hpp"

namespace isthmus {

namespace {

float at(const std::vector<float>& weights, int i) { return weights[static_cast<std::size_t>(i)]; }

int filled_up(int count, int step) { return (count + step - 1) / step * step; }

void append(std::vector<float>& to, const std::vector<float>& from, int count) {
  to.insert(to.end(), from.begin(), from.end());
  to.resize(to.size() + static_cast<std::size_t>(count) - from.size());
}

// Appends a tile of the inputs from this one on; weight(output, input) says what stands there.
template <class Weight>
void append_matrix(std::vector<std::uint16_t>& to, int first_input, int outputs, Weight&& weight) {
  for (int chunk = first_input; chunk < first_input + kHopperTileInputs; chunk += 8) {
    for (int output = 0; output < outputs; ++output) {
      for (int input = chunk; input < chunk + 8; ++input) {
        to.push_back(half_from_float(weight(output, input)));
      }
    }
  }
}

// Appends the tiles of a convolution in fp8, and its scales.
void append_float8(std::vector<std::uint16_t>& to, std::vector<float>& scales,
                   const NetLayer& layer, int channels) {
  const int inputs = 9 * channels;
  const std::size_t first_scale = scales.size();
  for (int output = 0; output < channels; ++output) {
    scales.push_back(float8_scale(layer.weights.data() + output * inputs, inputs));
  }
  const auto number = [&](int output, int input) -> std::uint16_t {
    const int tap = input / channels, place = input % 16;
    if (tap >= 9) return 0;
    const int channel = input % channels - place + place / 2 + place % 2 * 8;
    return float8_from_float(at(layer.weights, (output * channels + channel) * 9 + tap) /
                             scales[first_scale + static_cast<std::size_t>(output)]);
  };
  for (int chunk = 0; chunk < filled_up(inputs, 2 * kHopperTileInputs); chunk += 16) {
    for (int output = 0; output < channels; ++output) {
      for (int input = chunk; input < chunk + 16; input += 2) {
        to.push_back(
            static_cast<std::uint16_t>(number(output, input) | number(output, input + 1) << 8));
      }
    }
  }
}

// Appends the tiles of a layer from the summary.
void append_vectors(std::vector<std::uint16_t>& to, int inputs, const NetLayer& layer) {
  const int outputs = static_cast<int>(layer.weights.size()) / inputs;
  for (int first = 0; first < outputs; first += kHopperVectorOutputs) {
    for (int i = 0; i < inputs; i += 8) {
      for (int output = first; output < first + kHopperVectorOutputs; ++output) {
        for (int input = i; input < i + 8; ++input) {
          to.push_back(output < outputs
                           ? half_from_float(at(layer.weights, output * inputs + input))
                           : std::uint16_t{0});
        }
      }
    }
  }
}

}  // namespace

PackedHopperWeights::PackedHopperWeights(const Net& net, NetPrecision precision)
    : input_tiles((net.planes + 3) / 4),
      value_hidden(filled_up(net.value_hidden, kHopperVectorOutputs)) {
  const int channels = net.channels;
  for (int first = 0; first < net.planes; first += 4) {
    append_matrix(tiles, 0, channels, [&](int output, int input) {
      const int tap = input / 4, plane = first + input % 4;
      return tap < 9 && plane < net.planes
                 ? at(net.input.weights, (output * net.planes + plane) * 9 + tap)
                 : 0.0F;
    });
  }
  append(biases, net.input.biases, channels);
  const bool is_fp8 = precision == NetPrecision::fp8;
  if (is_fp8) biases.insert(biases.end(), static_cast<std::size_t>(channels), 1.0F);
  const auto append_convolution = [&](const NetLayer& layer) {
    if (is_fp8) {
      append(biases, layer.biases, channels);
      append_float8(tiles, biases, layer, channels);
      return;
    }
    for (int tap = 0; tap < 9; ++tap) {
      for (int first = 0; first < channels; first += kHopperTileInputs) {
        append_matrix(tiles, first, channels, [&](int output, int input) {
          return at(layer.weights, (output * channels + input) * 9 + tap);
        });
      }
    }
    append(biases, layer.biases, channels);
  };
  for (const NetBlock& block : net.blocks) {
    append_convolution(block.conv1);
    if (block.is_pooled) {
      append_vectors(tiles, 2 * channels, block.pool);
      append(biases, block.pool.biases, channels);
    }
    append_convolution(block.conv2);
  }
  append_vectors(tiles, 2 * channels, net.policy_pool);
  append(biases, net.policy.biases, net.policy_channels);
  append_vectors(tiles, 2 * channels, net.value);
  append(biases, net.value.biases, value_hidden);
  for (int row = 0; row <= net.policy_channels; row += channels) {
    for (int first = 0; first < channels; first += kHopperTileInputs) {
      append_matrix(tiles, first, channels, [&](int output, int input) {
        const int to = row + output;
        if (to < net.policy_channels) return at(net.policy.weights, to * channels + input);
        return to == net.policy_channels ? at(net.ownership.weights, input) : 0.0F;
      });
    }
  }
  tile_count = static_cast<int>(tiles.size()) * 2 / hopper_tile_bytes(channels);
  append(outputs, net.policy_out.weights, net.policy_channels);
  append(outputs, net.value_out.weights, value_hidden);
  append(outputs, net.policy_out.biases, 1);
  append(outputs, net.value_out.biases, 1);
  append(outputs, net.ownership.biases, 1);
}

}  // namespace isthmus
