#pragma once

#include <cstddef>
#include <cstdint>

#include <cuda_fp16.h>

#include "engine/net/net_input.hpp"

// The kernel that computes nets, one block for a position, which stays in shared memory from the
// first layer to the last.

namespace isthmus {

// The weights of a net, in the memory of a device and in the order in which the kernel uses them;
// mma_weights.hpp has that order.
struct MmaWeights {
  const uint4* input;         // fragments
  const uint4* convolutions;  // slices of fragments, all blocks one after the other
  const uint4* policy;        // fragments, those of the ownership after those of the policy
  const __half2* pools;       // by pooled block, pairs of inputs by output
  const __half2* summary;     // pairs of inputs by output: of policy_pool and value
  const float* biases;        // input; by block: conv1, conv2; by pooled block: pool; policy, value
  const float*
      outputs;  // policy_out, value_out, then the biases of policy_out, value_out, ownership
  std::uint64_t pooled_blocks;  // bit by block
  int blocks;
  int policy_channels;
  int value_hidden;
};

// The kernel for nets of some number of channels.
struct MmaNetKernel {
  int channels;
  const void* function;  // takes MmaWeights, NetView, const std::uint8_t* points, float* outputs
  int warp_channels;     // those that a warp computes
  int slice_inputs;      // inputs in a slice of the weights of a convolution
};

// The kernel; nullptr where there is none.
const MmaNetKernel* find_mma_net_kernel(int channels);

// What a block for a view takes.
int mma_net_threads(const MmaNetKernel& kernel, const NetView& view);
std::size_t mma_net_shared_bytes(const MmaNetKernel& kernel, const NetView& view);

inline constexpr int kMaxMmaNetThreads = 384;

}  // namespace isthmus
