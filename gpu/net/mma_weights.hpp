#pragma once

#include <cstdint>
#include <vector>

#include "engine/net/net.hpp"
#include "gpu/net/mma_net_kernel.hpp"

namespace isthmus {

// The weights of a net as its kernel reads them.
//
// A product of 16 x 16 inputs (points by channels) with 16 x 16 weights (channels by outputs) takes
// of the weights, in each lane of a warp, eight binary16 numbers: for j and k of 0 and 1, and e of
// 0 and 1, that of input 2 * (lane % 4) + 8 * k + e and output lane / 4 + 8 * j, e running fastest,
// j slowest. These are a fragment: 16 bytes a lane, 512 in all.
struct PackedMmaWeights {
  // For a net of Net's limits and the kernel that was chosen for it. Numbers beyond binary16 become
  // infinite (half_from_float()); those of a net's file never are.
  PackedMmaWeights(const Net& net, const MmaNetKernel& kernel);

  // By [four planes][16 inputs][16 outputs]. Inputs are 4 * tap + plane of the four, of 12 taps;
  // those beyond the ninth and beyond the net's planes are zero.
  std::vector<std::uint16_t> input;
  int input_steps = 0;  // of 16 inputs
  // Of all convolutions but the first, by [tap][slice_inputs inputs][16 inputs][16 outputs].
  std::vector<std::uint16_t> convolutions;
  // By [16 outputs][16 inputs]: the policy, then 16 outputs of which the first is the ownership.
  std::vector<std::uint16_t> policy;
  // By [pooled block][pair of inputs][output][input of the pair].
  std::vector<std::uint16_t> pools;
  // By [pair of inputs][output][input of the pair], outputs of policy_pool, then of value.
  std::vector<std::uint16_t> summary;
  // As in MmaWeights.
  std::vector<float> biases;
  std::vector<float> outputs;
};

}  // namespace isthmus
