#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_fp16.h>

#include "engine/net/net_input.hpp"

// The kernel that computes nets, one block for a position, which stays in shared memory from the
// first layer to the last.

namespace isthmus {

// The weights of a net of C channels, in the memory of a device and in the order in which the
// kernel uses them; mma_weights.hpp has that order. A fragment, 16 inputs by 16 outputs, is 32
// times uint4.
struct MmaWeights {
  const uint4* input;         // fragments: 16 * input_steps inputs by C outputs
  const uint4* convolutions;  // 2 * blocks of 9 taps of fragments: C inputs by C outputs
  const uint4* policy;        // fragments: C inputs by policy_channels + 16 outputs (the ownership)
  const __half2* pools;       // [pooled block][C pairs of inputs][C outputs]
  const __half2* summary;     // [C pairs of inputs][policy_channels + value_hidden outputs]
  // C of the input; by block C of conv1, C of conv2; by pooled block C of pool; policy_channels;
  // value_hidden.
  const float* biases;
  // policy_channels of policy_out, value_hidden of value_out, then a bias each of policy_out,
  // value_out and ownership.
  const float* outputs;
  std::uint64_t pooled_blocks;  // bit by block
  int input_steps;              // three for four planes
  int blocks;
  int policy_channels;
  int value_hidden;
};

// The kernel for nets of some number of channels.
struct MmaNetKernel {
  int channels;
  // Takes MmaWeights, NetView, const std::uint8_t* points, float* outputs: of as many positions as
  // there are blocks, points by [position][view.points()], a byte of planes each, as of NetInput,
  // and outputs by [position][view.outputs()], logits in the order that NetView has.
  const void* function;
  int warp_channels;  // those that a warp computes
  int slice_inputs;   // inputs in a slice of the weights of a convolution
};

// The kernel; nullptr where there is none.
const MmaNetKernel* find_mma_net_kernel(int channels);

// What a block for a view takes.
int mma_net_threads(const MmaNetKernel& kernel, const NetView& view);
std::size_t mma_net_shared_bytes(const MmaNetKernel& kernel, const NetView& view);

inline constexpr int kMaxMmaNetThreads = 384;

}  // namespace isthmus
