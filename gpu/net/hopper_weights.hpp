#pragma once

#include <cstdint>
#include <vector>

#include "engine/net/net.hpp"
#include "gpu/net/net_precision.hpp"

namespace isthmus {

// The weights of a net as the Hopper kernels read them, C being the number of channels.
//
// A tile is 128 * C bytes of binary16: a matrix of C outputs by 64 inputs, by [8 inputs][output]
// [input of the 8]; or of a layer that goes from a position's summary (mean, greatest by channel: 2
// * C inputs) a matrix of 32 outputs, by [i][output][j][input of the pair], i from 0 to C / 4 - 1,
// j from 0 to 3, for pair 4 * i + j of inputs. In fp8 the tiles of conv1 and conv2 are matrices of
// C outputs by 128 inputs, by [16 inputs][output][input of the 16]; inputs are channels by tap, of
// 16 channels in the order 0, 8, 1, 9, ... 7, 15, and those that a last tile has beyond the ninth
// tap are zero. Their weights are divided by a scale for each output (float8_scale()).
struct PackedHopperWeights {
  // Numbers beyond binary16 become infinite (half_from_float()); those of a net's file never are.
  explicit PackedHopperWeights(const Net& net, NetPrecision precision = NetPrecision::bits16);

  // Of the input one for four planes, whose inputs are 4 * tap + plane, those beyond the ninth tap
  // and the net's planes zero. By block:
  // conv1, by [tap][64 inputs]; where pooled pool; conv2. Of policy_pool; of value, filled up with
  // zeros. Then the policy, with the ownership as an output more, filled up with zeros, by [C
  // outputs] [64 inputs].
  std::vector<std::uint16_t> tiles;
  // Input; by block: conv1, where pooled pool, conv2; policy, value, filled up with zeros. In fp8
  // scales follow the biases of the input (all 1), conv1 and conv2.
  std::vector<float> biases;
  // policy_out; value_out, filled up with zeros; the biases of policy_out, value_out, ownership.
  std::vector<float> outputs;
  int tile_count = 0;
  int input_tiles = 0;
  int value_hidden = 0;  // filled up
};

}  // namespace isthmus
