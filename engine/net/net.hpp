#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace isthmus {

// A layer that is linear: weights by [output][input], or for a convolution by
// [output][input][row][column] of 3 x 3, and biases by output. Layers that add to what another has
// a bias for have none.
struct NetLayer {
  std::vector<float> weights;
  std::vector<float> biases;
};

// A block of the trunk x: y = conv1(x); where pooled, y += pool(mean(relu(y)), max(relu(y))), the
// same for all points; x = relu(x + conv2(relu(y))).
struct NetBlock {
  bool is_pooled = false;
  NetLayer conv1;
  NetLayer pool;  // empty where the block is not pooled
  NetLayer conv2;
};

// What a net reads of a position (net_input.hpp): the first planes of its game, as many as it says,
// with a ring of points around the board or without.
struct NetPlanes {
  int count = 4;
  bool has_ring = true;
};

// A net for boards of any size, fully convolutional with global pooling (as in D. J. Wu,
// "Accelerating Self-Play Learning in Go", 2019). A board of R x C cells has input planes of R x C
// points, or with a ring around it (R + 2) x (C + 2), with zeros beyond; net_input.hpp has them.
// All outputs are logits from the view of the side to move.
struct Net {
  static constexpr int kCommonPlanes = 4;  // those that all games have
  static constexpr int kMaxPlanes = 8;

  std::string game;
  int planes = kCommonPlanes;  // kCommonPlanes to kMaxPlanes: it reads as many of the input's
  bool has_ring = true;        // whether it sees points around the board
  int channels = 0;            // a multiple of kChannelStep, at most kMaxChannels
  int policy_channels = 0;     // likewise
  int value_hidden = 0;

  NetPlanes reads() const { return {planes, has_ring}; }

  NetLayer input;  // x = relu(input(planes))
  std::vector<NetBlock> blocks;
  // The logit of a cell: policy_out(relu(policy(x) + policy_pool(mean(x), max(x)))).
  NetLayer policy;
  NetLayer policy_pool;  // no biases
  NetLayer policy_out;
  // That the side to move wins: value_out(relu(value(mean(x), max(x)))).
  NetLayer value;
  NetLayer value_out;
  // That a cell ends as the mover's: ownership(x).
  NetLayer ownership;

  std::string training = "{}";  // how it was made: a JSON object
  // Identifies the net: the CRC-32 of its weights as its file has them; 0: of no file.
  std::uint32_t checksum = 0;

  static constexpr int kChannelStep = 32;
  static constexpr int kMaxChannels = 256;
  static constexpr int kMaxBlocks = 40;
  static constexpr int kMaxHidden = 1024;
};

// Calls visit(tensor, outputs, inputs) for every tensor of the net, a vector of outputs * inputs
// weights, or of `outputs` biases where inputs is 0, in the order of net files.
template <class NetT, class Visit>
void for_each_tensor(NetT& net, Visit&& visit) {
  const int channels = net.channels;
  const auto layer = [&](auto& of, int outputs, int inputs) {
    visit(of.weights, outputs, inputs);
    visit(of.biases, outputs, 0);
  };
  layer(net.input, channels, net.planes * 9);
  for (auto& block : net.blocks) {
    layer(block.conv1, channels, channels * 9);
    if (block.is_pooled) layer(block.pool, channels, 2 * channels);
    layer(block.conv2, channels, channels * 9);
  }
  layer(net.policy, net.policy_channels, channels);
  visit(net.policy_pool.weights, net.policy_channels, 2 * channels);
  layer(net.policy_out, 1, net.policy_channels);
  layer(net.value, net.value_hidden, 2 * channels);
  layer(net.value_out, 1, net.value_hidden);
  layer(net.ownership, 1, channels);
}

// How many numbers a tensor holds that for_each_tensor() visits.
constexpr std::size_t tensor_size(int outputs, int inputs) {
  return static_cast<std::size_t>(outputs) * static_cast<std::size_t>(inputs == 0 ? 1 : inputs);
}

// A net for a game with random weights, the same for the same seed, scaled so that what passes
// through stays of one size. Every second block is pooled. All weights are binary16 numbers, as in
// files.
Net random_net(std::string game, int blocks, int channels, std::uint64_t seed,
               NetPlanes reads = {});

}  // namespace isthmus
