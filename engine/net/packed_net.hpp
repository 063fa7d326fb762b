#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/aligned.hpp"
#include "engine/net/amx.hpp"
#include "engine/net/cpu_net.hpp"
#include "engine/net/net.hpp"
#include "engine/net/net_input.hpp"

// How CpuNet keeps weights and pictures in memory: channels in groups, so that a group at a point,
// or of the weights of an input, is one line of the cache.

namespace isthmus {

inline constexpr int kGroup = 16;

// A convolution of 3 x 3 points, or of one: its weights by [group of outputs][tap][input][output of
// the group].
struct PackedLayer {
  PackedLayer(const NetLayer& layer, int output_count, int input_count, int tap_count);

  int outputs, inputs, taps;
  Aligned<float> weights;
  const float* biases;  // of the layer, which must outlive this

  std::size_t group_weights() const { return static_cast<std::size_t>(taps * inputs * kGroup); }
  const float* of_group(int group) const {
    return weights.data() + static_cast<std::size_t>(group) * group_weights();
  }
};

// Numbers by channel at the points of a picture, and zeros around it: by [group of channels][point]
// [channel of the group]. Between rows there is one column of zeros, the right side of one and the
// left side of the next.
class Picture {
 public:
  Picture() = default;
  Picture(int rows, int columns, int channels);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  // How far apart the points of two rows are.
  int stride() const { return stride_; }
  // In which all lie, and behind the last of them a tile's.
  std::size_t points() const { return group_size_ / kGroup; }

  std::size_t point(int row, int column) const {
    return static_cast<std::size_t>((row + 1) * stride_ + column + 1);
  }
  // From a point to the one that a tap of a 3 x 3 convolution reads, tap = 3 * row + column.
  std::ptrdiff_t shift(int tap) const { return (tap / 3 - 1) * stride_ + tap % 3 - 1; }

  float* group(int group) { return values_.data() + static_cast<std::size_t>(group) * group_size_; }
  const float* group(int group) const {
    return values_.data() + static_cast<std::size_t>(group) * group_size_;
  }

  // Writes the planes of a net's input as channels.
  void write_planes(const std::uint8_t* points);

 private:
  int rows_ = 0, columns_ = 0, stride_ = 0;
  std::size_t group_size_ = 0;
  Aligned<float> values_;
};

struct PackedBlock {
  PackedLayer conv1;
  const NetLayer* pool;  // nullptr: not pooled
  PackedLayer conv2;
};

// The same weights for the matrix unit.
struct AmxBlock {
  amx::Weights conv1, conv2;
};
struct AmxLayers {
  amx::Weights input, policy;
  std::vector<AmxBlock> blocks;
};

struct CpuNet::Packed {
  Packed(const Net& net, bool for_amx);

 private:
  const Net net_;

 public:
  const int channels;
  PackedLayer input;
  std::vector<PackedBlock> blocks;
  PackedLayer policy;
  const NetLayer &policy_pool, &policy_out, &value, &value_out, &ownership;
  std::optional<AmxLayers> amx;
};

// What a thread needs to compute a net.
struct NetWorkspace {
  // Makes it so that it does for the net and view, which it need not have done before.
  void fit(const CpuNet::Packed& net, const NetView& wanted);

  Picture planes, x, y, policy;
  amx::Image planes_image, x_image, y_image;
  std::vector<float> pooled, pool_biases, policy_biases, hidden;

 private:
  NetView view_;
  int channels_ = 0, policy_channels_ = 0;
  bool for_amx_ = false;
};

}  // namespace isthmus
