#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/base/aligned.hpp"
#include "engine/net/net.hpp"

// Convolutions of 3 x 3 points with few multiplications (S. Winograd, "Arithmetic Complexity of
// Computations", 1980; A. Lavin and S. Gray, "Fast Algorithms for Convolutional Neural Networks",
// 2016). The outputs are cut into tiles of side x side points. What a tile reads, (side + 2)^2
// points, and the weights are transformed to as many components; there the convolution is one
// product of numbers for each component and pair of channels, and a last transform makes outputs of
// the sums. A row of a tile and of weights are polynomials: transforming them is evaluating them at
// side + 2 arguments, of which one is infinity.

namespace isthmus {

// Channels of a group: 16 floats, a line of the cache of 64 bytes.
inline constexpr int kGroup = 16;

// How the points of a layer are cut into tiles.
struct WinogradTiling {
  int side;           // outputs of a tile in a row: 4 or 5
  int rows, columns;  // tiles, of which the last may reach beyond the points

  int tiles() const { return rows * columns; }
  // How many points a tile reads in a row.
  int reach() const { return side + 2; }
  int components() const { return reach() * reach(); }
};

// The tiling of rows x columns points with the fewest multiplications.
WinogradTiling choose_tiling(int rows, int columns);

// A convolution's weights, transformed: by [component][group of outputs][input][output of the
// group].
class WinogradWeights {
 public:
  // Of weights by [output][input][row][column], for tiles of a side of 4 or 5; outputs is a
  // multiple of kGroup.
  WinogradWeights(const NetLayer& layer, int outputs, int inputs, int side);

  int outputs() const { return outputs_; }
  int inputs() const { return inputs_; }
  // How many weights a group of outputs has, of one component.
  std::size_t group_size() const;
  // Those of a group's component: by [input][output of the group].
  const float* group(int component, int group) const;

 private:
  int outputs_, inputs_;
  Aligned<float> values_;
};

// The same weights as 16-bit integers, for 16-bit inputs and 32-bit sums of products.
// A component's inputs lie between -kMost and kMost; an output's weights are scaled so that their
// sum, each without its sign, times kMost is less than 2^31.
class Int16Weights {
 public:
  static constexpr float kMost = 32767;

  // For tiles of the weights' side.
  Int16Weights(const WinogradWeights& weights, int side);

  int outputs() const { return outputs_; }
  int inputs() const { return inputs_; }
  // How many weights a group of outputs has, of one component.
  std::size_t group_size() const;
  // Those of a group's component: by [pair of inputs][output of the group][input of the pair].
  const std::int16_t* group(int component, int group) const;
  // The value of 1 in a sum, by output of the group, where inputs to the transform are from 0 to 1.
  const float* scales(int component, int group) const;
  // What a component of such inputs is multiplied with before it is rounded to an integer.
  float input_scale(int component) const {
    return input_scales_[static_cast<std::size_t>(component)];
  }

 private:
  int outputs_, inputs_;
  Aligned<std::int16_t> values_;
  Aligned<float> scales_;  // by [component][output]
  std::vector<float> input_scales_;
};

// Transformed numbers by [component][group of channels][tile][channel of the group].
template <class Number>
class WinogradTiles {
 public:
  // Of no tiles.
  WinogradTiles() = default;
  // Room for a tiling's components, of channels that are a multiple of Net::kChannelStep.
  WinogradTiles(const WinogradTiling& tiling, int channels)
      : group_size_(static_cast<std::size_t>(tiling.tiles()) * kGroup),
        stride_(((group_size_ * static_cast<std::size_t>(channels / kGroup) / kLine) | 1U) * kLine),
        values_(stride_ * static_cast<std::size_t>(tiling.components())) {}

  // From a component's numbers to those of the next: an odd number of lines of the cache, as those
  // that are a power of two apart share few places of it.
  std::size_t stride() const { return stride_; }
  // From a group's numbers to those of the next.
  std::size_t group_size() const { return group_size_; }
  // Those of a group's component: by [tile][channel of the group].
  Number* group(int component, int group) { return values_.data() + offset(component, group); }
  const Number* group(int component, int group) const {
    return values_.data() + offset(component, group);
  }

 private:
  static constexpr std::size_t kLine = 64 / sizeof(Number);

  std::size_t offset(int component, int group) const {
    return static_cast<std::size_t>(component) * stride_ +
           static_cast<std::size_t>(group) * group_size_;
  }

  std::size_t group_size_ = 0, stride_ = 0;
  Aligned<Number> values_;
};

}  // namespace isthmus
