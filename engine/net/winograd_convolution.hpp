// Winograd's convolutions (winograd.hpp), for each instruction set that this is compiled for.

#if defined(ISTHMUS_ENGINE_WINOGRAD_CONVOLUTION_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_WINOGRAD_CONVOLUTION_HPP
#undef ISTHMUS_ENGINE_WINOGRAD_CONVOLUTION_HPP
#else
#define ISTHMUS_ENGINE_WINOGRAD_CONVOLUTION_HPP
#endif

#include <algorithm>
#include <cstddef>

#include "engine/net/packed_net.hpp"
#include "engine/net/vector_sums.hpp"
#include "engine/net/winograd.hpp"

HWY_BEFORE_NAMESPACE();
namespace isthmus {
namespace HWY_NAMESPACE {

HWY_INLINE Vector times(float factor, Vector a) { return hn::Mul(hn::Set(Lanes(), factor), a); }
// factor * a + b
HWY_INLINE Vector times_plus(float factor, Vector a, Vector b) {
  return hn::MulAdd(hn::Set(Lanes(), factor), a, b);
}

// A row of what a tile reads, as the values of its polynomial, each times the product over all
// other arguments a of (x - a): at 0, 1, -1, 1/2, -1/2, infinity and, for tiles of 5, at 2. What
// the values at 1 and -1 share is computed once, as is what those at 1/2 and -1/2 share.
template <int kSide>
HWY_INLINE void transform_inputs(const Vector* points, Vector* values) {
  Vector d[6];  // without (x - 2)
  if constexpr (kSide == 5) {
    for (int i = 0; i < 6; ++i) d[i] = times_plus(-2, points[i], points[i + 1]);
    values[6] = times_plus(0.25F, points[1], times_plus(-1.25F, points[3], points[5]));
  } else {
    for (int i = 0; i < 6; ++i) d[i] = points[i];
  }
  const Vector even = times_plus(-0.25F, d[2], d[4]), odd = times_plus(-0.25F, d[1], d[3]);
  const Vector even_half = hn::Sub(d[4], d[2]), odd_half = hn::Sub(d[3], d[1]);
  values[0] = times_plus(0.25F, d[0], times_plus(-1.25F, d[2], d[4]));
  values[1] = hn::Add(even, odd);
  values[2] = hn::Sub(even, odd);
  values[3] = times_plus(0.5F, odd_half, even_half);
  values[4] = times_plus(-0.5F, odd_half, even_half);
  values[5] = times_plus(0.25F, d[1], times_plus(-1.25F, d[3], d[5]));
}

// A row of a tile's outputs from the products in that order: output i is the sum of arguments to
// the power of i times their products; infinity counts for the last alone.
template <int kSide>
HWY_INLINE void transform_outputs(const Vector* products, Vector* outputs) {
  const Vector even = hn::Add(products[1], products[2]), odd = hn::Sub(products[1], products[2]);
  const Vector even_half = hn::Add(products[3], products[4]);
  const Vector odd_half = hn::Sub(products[3], products[4]);
  outputs[0] = hn::Add(products[0], hn::Add(even, even_half));
  outputs[1] = times_plus(0.5F, odd_half, odd);
  outputs[2] = times_plus(0.25F, even_half, even);
  outputs[3] = times_plus(0.125F, odd_half, odd);
  if constexpr (kSide == 5) {
    outputs[0] = hn::Add(outputs[0], products[6]);
    outputs[1] = times_plus(2, products[6], outputs[1]);
    outputs[2] = times_plus(4, products[6], outputs[2]);
    outputs[3] = times_plus(8, products[6], outputs[3]);
    outputs[4] =
        hn::Add(times_plus(0.0625F, even_half, even), times_plus(16, products[6], products[5]));
  } else {
    outputs[3] = hn::Add(outputs[3], products[5]);
  }
}

// What tiles read of maps, transformed: calls store(component, vector, place), where the place
// is that of the vector in the component, a WinogradTiles' of that many tiles.
template <int kSide, class Store>
void read_tiles(const FeatureMaps& maps, const WinogradTiling& tiling, int channels, Store store) {
  constexpr int kReach = kSide + 2;
  const Lanes lanes;
  for (int group = 0; group < channels / kGroup; ++group) {
    for (int tile = 0; tile < tiling.tiles(); ++tile) {
      const int row = tile / tiling.columns * kSide, column = tile % tiling.columns * kSide;
      for (int v = 0; v < kGroup; v += kLanes) {
        const float* from = maps.group(group) + maps.point(row - 1, column - 1) * kGroup + v;
        const int stride = maps.stride() * kGroup;
        Vector half[kReach][kReach];  // by [column][component]
        for (int c = 0; c < kReach; ++c) {
          Vector points[kReach];
          for (int r = 0; r < kReach; ++r) {
            points[r] = hn::Load(lanes, from + r * stride + c * kGroup);
          }
          transform_inputs<kSide>(points, half[c]);
        }
        const int place = (group * tiling.tiles() + tile) * kGroup + v;
        for (int r = 0; r < kReach; ++r) {
          Vector points[kReach], values[kReach];
          for (int c = 0; c < kReach; ++c) points[c] = half[c][r];
          transform_inputs<kSide>(points, values);
          for (int c = 0; c < kReach; ++c) store(r * kReach + c, values[c], place);
        }
      }
    }
  }
}

// The products of a component: for each output the sum over all inputs.
struct Products {
  const WinogradWeights& weights;
  int component;
  const WinogradTiles<float>& in;
  WinogradTiles<float>& out;

  template <int kTiles>
  void compute(int first) const {
    const int input_groups = weights.inputs() / kGroup;
    const std::size_t next = weights.group_size();
    const float* of_group = weights.group(component, 0);
    const float* from = in.group(component, 0) + first * kGroup;
    float* to = out.group(component, 0) + first * kGroup;
    for (int group = 0; group < weights.outputs() / kGroup; group += kSumGroups) {
      Sums<kTiles> sums;
      sums.begin_with_zeros();
      const float* inputs = from;
      for (int i = 0; i < input_groups; ++i, inputs += in.group_size()) {
        sums.add(inputs, kGroup, of_group + i * kGroup * kGroup, next);
      }
      sums.for_each([&](int g, int v, int tile, Vector sum) HWY_ATTR {
        hn::Store(sum, Lanes(),
                  to + static_cast<std::size_t>(g) * out.group_size() + tile * kGroup + v);
      });
      of_group += kSumGroups * next;
      to += kSumGroups * out.group_size();
    }
  }
};

// Writes the tiles' outputs into maps, by way of the epilogue.
template <int kSide>
void write_tiles(const WinogradTiles<float>& from, const WinogradTiling& tiling, int channels,
                 const Epilogue& epilogue, FeatureMaps& maps) {
  constexpr int kReach = kSide + 2;
  const Lanes lanes;
  for (int group = 0; group < channels / kGroup; ++group) {
    for (int tile = 0; tile < tiling.tiles(); ++tile) {
      const int row = tile / tiling.columns * kSide, column = tile % tiling.columns * kSide;
      const int rows = std::min(kSide, maps.rows() - row);
      const int columns = std::min(kSide, maps.columns() - column);
      for (int v = 0; v < kGroup; v += kLanes) {
        const float* at = from.group(0, group) + tile * kGroup + v;
        Vector half[kReach][kSide];  // by [component][row]
        for (int c = 0; c < kReach; ++c) {
          Vector products[kReach];
          for (int r = 0; r < kReach; ++r) {
            products[r] =
                hn::Load(lanes, at + static_cast<std::size_t>(r * kReach + c) * from.stride());
          }
          transform_outputs<kSide>(products, half[c]);
        }
        const Vector bias = hn::LoadU(lanes, epilogue.biases + group * kGroup + v);
        float* to = maps.group(group) + maps.point(row, column) * kGroup + v;
        for (int r = 0; r < rows; ++r, to += maps.stride() * kGroup) {
          Vector products[kReach], outputs[kSide];
          for (int c = 0; c < kReach; ++c) products[c] = half[c][r];
          transform_outputs<kSide>(products, outputs);
          for (int c = 0; c < columns; ++c) {
            epilogue.store(hn::Add(outputs[c], bias), to + c * kGroup);
          }
        }
      }
    }
  }
}

template <int kSide>
void convolve_tiles(const WinogradWeights& weights, const WinogradTiling& tiling,
                    const FeatureMaps& in, WinogradTiles<float>& inputs,
                    WinogradTiles<float>& products, const Epilogue& epilogue, FeatureMaps& out) {
  read_tiles<kSide>(
      in, tiling, weights.inputs(),
      [to = inputs.group(0, 0), stride = inputs.stride()](int component, Vector value, int place)
          HWY_ATTR {
            hn::Store(value, Lanes(), to + static_cast<std::size_t>(component) * stride + place);
          });
  for (int component = 0; component < tiling.components(); ++component) {
    compute_pieces(tiling.tiles(), Products{weights, component, inputs, products});
  }
  write_tiles<kSide>(products, tiling, weights.outputs(), epilogue, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace isthmus
HWY_AFTER_NAMESPACE();

#endif
