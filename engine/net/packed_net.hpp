#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "engine/base/aligned.hpp"
#include "engine/net/amx.hpp"
#include "engine/net/cpu_net.hpp"
#include "engine/net/net.hpp"
#include "engine/net/net_input.hpp"
#include "engine/net/winograd.hpp"

// How CpuNet keeps weights and feature maps in memory: channels in groups, so that a group at a
// point, or of the weights of an input, is one line of the cache.

namespace isthmus {

// A convolution of 3 x 3 points, or of one: its weights by [group of outputs][tap][input][output of
// the group].
struct PackedLayer {
  // Of weights by [output][input][tap], as NetLayer has them; output_count is a multiple of kGroup,
  // tap_count 9 or 1. Keeps a pointer to the layer's biases.
  PackedLayer(const NetLayer& layer, int output_count, int input_count, int tap_count);

  int outputs, inputs, taps;
  Aligned<float> weights;
  const float* biases;  // of the layer, which must outlive this

  // How many weights a group of outputs has.
  std::size_t group_weights() const { return static_cast<std::size_t>(taps * inputs * kGroup); }
  // Those of a group, from 0 to outputs / kGroup - 1: by [tap][input][output of the group].
  const float* of_group(int group) const {
    return weights.data() + static_cast<std::size_t>(group) * group_weights();
  }
};

// What a layer makes: numbers by channel at the points of a view, with zeros around them, in the
// order [group of channels][point][channel of the group]. A column of zeros between rows is the
// right side of one and the left side of the next.
class FeatureMaps {
 public:
  // Of no points.
  FeatureMaps() = default;
  // All zeros. Rows and columns are points, from 1 on; channels are rounded up to whole groups.
  // With tiles of a `side` there are zeros up to where the last tiles end.
  FeatureMaps(int rows, int columns, int channels, int side = 1);

  int rows() const { return rows_; }
  int columns() const { return columns_; }
  // How far apart the points of two rows are.
  int stride() const { return stride_; }
  // How many points a group has room for: those of the board, the zeros around them, and behind
  // the last as many as the matrix unit takes at a time (amx::kTile).
  std::size_t points() const { return group_size_ / kGroup; }

  // Where in a group a point lies, from (0, 0) at the top left; -1 and rows() or columns() are the
  // zeros around.
  std::size_t point(int row, int column) const {
    return static_cast<std::size_t>((row + 1) * stride_ + column + 1);
  }
  // From a point to the one that a tap of a 3 x 3 convolution reads, tap = 3 * row + column.
  std::ptrdiff_t shift(int tap) const { return (tap / 3 - 1) * stride_ + tap % 3 - 1; }

  // A group's numbers, kGroup a point: that of channel c of the group at point p is [p * kGroup +
  // c].
  float* group(int group) { return values_.data() + static_cast<std::size_t>(group) * group_size_; }
  const float* group(int group) const {
    return values_.data() + static_cast<std::size_t>(group) * group_size_;
  }

  // Writes the planes of a net's input as channels: of rows() x columns() bytes as in
  // net_input.hpp, bit i becomes channel i, 0 or 1. For maps of one group.
  void write_planes(const std::uint8_t* points, int planes);

 private:
  int rows_ = 0, columns_ = 0, stride_ = 0;
  std::size_t group_size_ = 0;
  Aligned<float> values_;
};

// A block's weights for the matrix unit.
struct AmxBlock {
  amx::Weights conv1, conv2;
};
struct AmxLayers {
  amx::Weights input, policy;
  std::vector<AmxBlock> blocks;
};

// What the blocks' convolutions are computed with: vectors in single precision, vectors of 16-bit
// integers, or the matrix unit.
enum class Arithmetic { single, int16, amx };

// A net's weights as CpuNet reads them, with a copy of the net for those that are used as they are.
struct CpuNet::Packed {
  Packed(const Net& net, Arithmetic by);

  const std::vector<NetBlock>& blocks() const { return net_.blocks; }
  // The convolutions of the blocks, two of each, in single precision or 16-bit integers.
  struct Winograd {
    std::vector<WinogradWeights> single;
    std::vector<Int16Weights> int16;
  };
  // Those for tiles of a side of 4 or 5. Made when they are first asked for, as boards of one size
  // need but one side; several threads may ask at once.
  const Winograd& winograd(int side) const;

 private:
  struct Lazy {
    std::mutex making;
    std::optional<Winograd> convolutions;
  };

  const Net net_;
  mutable std::array<Lazy, 2> winograd_;  // by side

 public:
  const Arithmetic arithmetic;
  const int planes, channels;
  PackedLayer input;
  PackedLayer policy;
  const NetLayer &policy_pool, &policy_out, &value, &value_out, &ownership;
  std::optional<AmxLayers> amx;
};

// What a thread needs to compute a net: the feature maps between layers, and vectors by channel.
struct NetWorkspace {
  // Sizes everything below for this net and view. Allocates only where their sizes differ from
  // those of the last call.
  void fit(const CpuNet::Packed& net, const NetView& wanted);

  FeatureMaps planes, x, y, policy;
  amx::Bfloat16Maps bfloat16_planes, bfloat16_x, bfloat16_y;
  std::vector<float> pooled, pool_biases, policy_biases, hidden;

  // Without the matrix unit.
  WinogradTiling tiling{};
  const CpuNet::Packed::Winograd* weights = nullptr;  // of the net, for the tiling
  WinogradTiles<float> inputs, products;
  WinogradTiles<std::int16_t> int16_inputs;

 private:
  NetView view_;
  int planes_ = 0, channels_ = 0, policy_channels_ = 0;
  Arithmetic arithmetic_ = Arithmetic::single;
};

}  // namespace isthmus
