#include "gpu/net/mma_weights.hpp"

#include <cstddef>

#include "engine/net/float16.hpp"

namespace isthmus {

namespace {

void append(std::vector<float>& to, const std::vector<float>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Appends the fragment of the 16 inputs and 16 outputs from these on. weight(output, input) says
// what stands there.
template <class Weight>
void append_fragment(std::vector<std::uint16_t>& to, int first_input, int first_output,
                     Weight&& weight) {
  for (int lane = 0; lane < 32; ++lane) {
    for (int number = 0; number < 8; ++number) {
      const int j = number >> 2, k = number >> 1 & 1, e = number & 1;
      const int input = first_input + 2 * (lane % 4) + 8 * k + e;
      const int output = first_output + lane / 4 + 8 * j;
      to.push_back(half_from_float(weight(output, input)));
    }
  }
}

// Appends weights of [output][input] by pairs of inputs, outputs of several layers side by side.
void append_pairs(std::vector<std::uint16_t>& to, int inputs,
                  const std::vector<const NetLayer*>& layers) {
  const auto width = static_cast<std::size_t>(inputs);
  for (std::size_t input = 0; input < width; input += 2) {
    for (const NetLayer* layer : layers) {
      for (std::size_t first = input; first < layer->weights.size(); first += width) {
        to.push_back(half_from_float(layer->weights[first]));
        to.push_back(half_from_float(layer->weights[first + 1]));
      }
    }
  }
}

}  // namespace

PackedMmaWeights::PackedMmaWeights(const Net& net, const MmaNetKernel& kernel) {
  const int channels = net.channels;
  const auto at = [](const std::vector<float>& weights, int i) {
    return weights[static_cast<std::size_t>(i)];
  };
  for (int first_plane = 0; first_plane < net.planes; first_plane += 4) {
    for (int first = 0; first < 48; first += 16, ++input_steps) {
      for (int output = 0; output < channels; output += 16) {
        append_fragment(input, first, output, [&](int to, int from) {
          const int tap = from / 4, plane = first_plane + from % 4;
          return tap < 9 && plane < net.planes
                     ? at(net.input.weights, (to * net.planes + plane) * 9 + tap)
                     : 0.0F;
        });
      }
    }
  }
  const auto append_convolution = [&](const NetLayer& layer) {
    for (int tap = 0; tap < 9; ++tap) {
      for (int slice = 0; slice < channels; slice += kernel.slice_inputs) {
        for (int first = slice; first < slice + kernel.slice_inputs; first += 16) {
          for (int output = 0; output < channels; output += 16) {
            append_fragment(convolutions, first, output, [&](int to, int from) {
              return at(layer.weights, (to * channels + from) * 9 + tap);
            });
          }
        }
      }
    }
  };
  append(biases, net.input.biases);
  for (const NetBlock& block : net.blocks) {
    append_convolution(block.conv1);
    append_convolution(block.conv2);
    append(biases, block.conv1.biases);
    append(biases, block.conv2.biases);
  }
  for (const NetBlock& block : net.blocks) {
    if (!block.is_pooled) continue;
    append_pairs(pools, 2 * channels, {&block.pool});
    append(biases, block.pool.biases);
  }
  append(biases, net.policy.biases);
  append(biases, net.value.biases);
  for (int output = 0; output < net.policy_channels + 16; output += 16) {
    for (int first = 0; first < channels; first += 16) {
      append_fragment(policy, first, output, [&](int to, int from) {
        if (to < net.policy_channels) return at(net.policy.weights, to * channels + from);
        return to == net.policy_channels ? at(net.ownership.weights, from) : 0.0F;
      });
    }
  }
  append_pairs(summary, 2 * channels, {&net.policy_pool, &net.value});
  append(outputs, net.policy_out.weights);
  append(outputs, net.value_out.weights);
  append(outputs, net.policy_out.biases);
  append(outputs, net.value_out.biases);
  append(outputs, net.ownership.biases);
}

}  // namespace isthmus
