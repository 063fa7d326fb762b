#pragma once

#include "gpu/net/mma_net_kernel.hpp"
#include "gpu/net/mma_part.cuh"

// What a net says of a position, computed from its last activations.

namespace isthmus {

// The logits of policy and ownership, of the points of this warp.
template <int kChannels>
__device__ __forceinline__ void read_cells(const MmaPart<kChannels>& part, const MmaWeights& net,
                                           const float* policy_biases, float* policy,
                                           float* ownership) {
  const float policy_bias = net.outputs[net.policy_channels + net.value_hidden];
  const float ownership_bias = net.outputs[net.policy_channels + net.value_hidden + 2];
  float logits[kTiles][2] = {};
  for (int first = 0; first <= net.policy_channels; first += 16) {
    float sums[kTiles][2][4] = {};
    for (int step = 0; step < kChannels / 16; ++step) {
      const uint4 weights = net.policy[(first / 16 * (kChannels / 16) + step) * 32 + part.lane];
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
        const InputFragment inputs =
            load_fragment(part.address + part.memory.x +
                          part.offset(part.load_places[tile], step * 16 + part.lane / 16 * 8));
        multiply_add(sums[tile][0], inputs, weights.x, weights.y);
        multiply_add(sums[tile][1], inputs, weights.z, weights.w);
      }
    }
#pragma unroll
    for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        if (first == net.policy_channels) {
          const int cell = part.cell_of(tile, half);
          if (cell < 0 || part.lane % 4 != 0) continue;
          ownership[cell] = sums[tile][0][2 * half] + ownership_bias;
        } else {
#pragma unroll
          for (int i = 0; i < 4; ++i) {
            const int channel = first + i / 2 * 8 + part.lane % 4 * 2 + i % 2;
            logits[tile][half] +=
                fmaxf(0, sums[tile][i / 2][2 * half + i % 2] + policy_biases[channel]) *
                net.outputs[channel];
          }
        }
      }
    }
  }
#pragma unroll
  for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      float logit = logits[tile][half];
      logit += __shfl_xor_sync(0xffffffff, logit, 1);
      logit += __shfl_xor_sync(0xffffffff, logit, 2);
      const int cell = part.cell_of(tile, half);
      if (cell >= 0 && part.lane % 4 == 0) policy[cell] = logit + policy_bias;
    }
  }
}

// From x and its summary to the outputs; y and the stages of weights are no longer used.
template <int kChannels>
__device__ __forceinline__ void read_heads(MmaPart<kChannels>& part, const MmaWeights& net,
                                           const float* biases, float* outputs) {
  const int policy = net.policy_channels, hidden = net.value_hidden;
  const auto cells = static_cast<int>(part.view.cells());
  float* const heads = part.template at<float>(part.memory.y);
  float* const results = heads + policy + hidden;
  part.apply(net.summary, biases, policy + hidden, heads);
  __syncthreads();
  if (threadIdx.x < 32) {
    float value = 0;
    for (int i = part.lane; i < hidden; i += 32) {
      value += fmaxf(0, heads[policy + i]) * net.outputs[policy + i];
    }
    for (int lanes = 1; lanes < 32; lanes *= 2) {
      value += __shfl_xor_sync(0xffffffff, value, lanes);
    }
    if (part.lane == 0) results[0] = value + net.outputs[policy + hidden + 1];
  }
  if (part.first_channel == 0) {
    read_cells(part, net, heads, results + 1, results + 1 + cells);
  }
  __syncthreads();
  for (int i = static_cast<int>(threadIdx.x); i < 1 + 2 * cells;
       i += static_cast<int>(blockDim.x)) {
    outputs[i] = results[i];
  }
}

}  // namespace isthmus
