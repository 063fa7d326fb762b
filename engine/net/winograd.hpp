#pragma once

#include <cstddef>

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

// How a picture is cut into tiles.
struct WinogradTiling {
  int side;           // outputs of a tile in a row: 4 or 5
  int rows, columns;  // tiles, of which the last may reach beyond the picture

  int tiles() const { return rows * columns; }
  // How many points a tile reads in a row.
  int reach() const { return side + 2; }
  int components() const { return reach() * reach(); }
};

// The tiling of a picture of so many points with the fewest multiplications.
WinogradTiling choose_tiling(int rows, int columns);

// A convolution's weights, transformed: by [component][group of outputs][input][output of the
// group].
class WinogradWeights {
 public:
  // Of weights by [output][input][row][column], for tiles of a side of 4 or 5; outputs is a
  // multiple of kGroup (packed_net.hpp).
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

// Transformed numbers by [component][group of channels][tile][channel of the group].
class WinogradTiles {
 public:
  // Of no tiles.
  WinogradTiles() = default;
  // Room for a tiling's components, of channels that are whole groups.
  WinogradTiles(const WinogradTiling& tiling, int channels);

  // From a component's numbers to those of the next: an odd number of lines of the cache, as those
  // that are a power of two apart share few places of it.
  std::size_t stride() const { return stride_; }
  // From a group's numbers to those of the next.
  std::size_t group_size() const { return group_size_; }
  // Those of a group's component: by [tile][channel of the group].
  float* group(int component, int group) { return values_.data() + offset(component, group); }
  const float* group(int component, int group) const {
    return values_.data() + offset(component, group);
  }

 private:
  std::size_t offset(int component, int group) const {
    return static_cast<std::size_t>(component) * stride_ +
           static_cast<std::size_t>(group) * group_size_;
  }

  std::size_t group_size_ = 0, stride_ = 0;
  Aligned<float> values_;
};

}  // namespace isthmus
