// Winograd's convolutions in 16-bit integers (Int16Weights), for processors with AVX-512 and its
// instructions for them (VNNI), which add two products at a time. Each position is scaled by its
// greatest number.

#if defined(ISTHMUS_ENGINE_INT16_CONVOLUTION_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_INT16_CONVOLUTION_HPP
#undef ISTHMUS_ENGINE_INT16_CONVOLUTION_HPP
#else
#define ISTHMUS_ENGINE_INT16_CONVOLUTION_HPP
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

#include "engine/net/packed_net.hpp"
#include "engine/net/vector_sums.hpp"
#include "engine/net/winograd.hpp"
#include "engine/net/winograd_convolution.hpp"

#if HWY_TARGET == HWY_AVX3
HWY_BEFORE_NAMESPACE();
namespace isthmus {
namespace HWY_NAMESPACE {

using Int16s = hn::CappedTag<std::int16_t, 2 * kGroup>;
using Int32s = hn::CappedTag<std::int32_t, kGroup>;
using Int32Sum = hn::VFromD<Int32s>;

// sum + the products of both halves of each lane. Highway has it only as two instructions.
HWY_INLINE Int32Sum add_products(Int32Sum sum, hn::VFromD<Int16s> a, hn::VFromD<Int16s> b) {
  asm("vpdpwssd %2, %1, %0" : "+v"(sum.raw) : "v"(a.raw), "v"(b.raw));
  return sum;
}

// The greatest number of rectified maps; more than 0 even where all are 0.
inline float greatest_number(const FeatureMaps& maps, int channels) {
  const Lanes lanes;
  Vector greatest[2] = {hn::Set(lanes, std::numeric_limits<float>::min()), hn::Zero(lanes)};
  for (int group = 0; group < channels / kGroup; ++group) {
    for (int row = 0; row < maps.rows(); ++row) {
      const float* at = maps.group(group) + maps.point(row, 0) * kGroup;
      for (int column = 0; column < maps.columns(); ++column) {
        Vector& of = greatest[column % 2];
        of = hn::Max(of, hn::Load(lanes, at + column * kGroup));
      }
    }
  }
  return hn::GetLane(hn::MaxOfLanes(lanes, hn::Max(greatest[0], greatest[1])));
}

// As Products, of 16-bit integers: the sums become floats again. `unit` is what inputs of 1 stand
// for.
struct Int16Products {
  const Int16Weights& weights;
  int component;
  const WinogradTiles<std::int16_t>& in;
  float unit;
  WinogradTiles<float>& out;

  template <int kTiles>
  void compute(int first) const {
    const Int32s lanes;
    const std::size_t next = weights.group_size();
    for (int group = 0; group < weights.outputs() / kGroup; group += kSumGroups) {
      Int32Sum sums[kSumGroups][kTiles];
      for (auto& of_group : sums) {
        for (Int32Sum& sum : of_group) sum = hn::Zero(lanes);
      }
      const std::int16_t* pairs = weights.group(component, group);
      for (int from = 0; from < weights.inputs() / kGroup; ++from) {
        const std::int16_t* inputs = in.group(component, from) + first * kGroup;
        for (int i = 0; i < kGroup; i += 2, pairs += 2 * kGroup) {
          hn::VFromD<Int16s> w[kSumGroups];
          for (std::size_t g = 0; g < kSumGroups; ++g) {
            hwy::Prefetch(pairs + (kSumGroups + g) * next);
            w[g] = hn::Load(Int16s(), pairs + g * next);
          }
          for (int tile = 0; tile < kTiles; ++tile) {
            std::int32_t pair;
            std::memcpy(&pair, inputs + tile * kGroup + i, sizeof pair);
            const auto input = hn::BitCast(Int16s(), hn::Set(lanes, pair));
            for (int g = 0; g < kSumGroups; ++g) {
              sums[g][tile] = add_products(sums[g][tile], input, w[g]);
            }
          }
        }
      }
      for (int g = 0; g < kSumGroups; ++g) {
        const Vector scale = hn::Mul(hn::Set(Lanes(), unit),
                                     hn::Load(Lanes(), weights.scales(component, group + g)));
        float* to = out.group(component, group + g) + first * kGroup;
        for (int tile = 0; tile < kTiles; ++tile) {
          hn::Store(hn::Mul(hn::ConvertTo(Lanes(), sums[g][tile]), scale), Lanes(),
                    to + tile * kGroup);
        }
      }
    }
  }
};

template <int kSide>
void convolve_int16_tiles(const Int16Weights& weights, const WinogradTiling& tiling,
                          const FeatureMaps& in, WinogradTiles<std::int16_t>& inputs,
                          WinogradTiles<float>& products, const Epilogue& epilogue,
                          FeatureMaps& out) {
  const float unit = greatest_number(in, weights.inputs());
  Vector scales[(kSide + 2) * (kSide + 2)];
  for (int component = 0; component < tiling.components(); ++component) {
    scales[component] = hn::Set(Lanes(), weights.input_scale(component) / unit);
  }
  read_tiles<kSide>(in, tiling, weights.inputs(),
                    [&, to = inputs.group(0, 0), stride = inputs.stride()](
                        int component, Vector value, int place) HWY_ATTR {
                      const auto whole = hn::NearestInt(hn::Mul(value, scales[component]));
                      const hn::Rebind<std::int16_t, Lanes> halves;
                      hn::StoreU(hn::DemoteTo(halves, whole), halves,
                                 to + static_cast<std::size_t>(component) * stride + place);
                    });
  for (int component = 0; component < tiling.components(); ++component) {
    compute_pieces(tiling.tiles(), Int16Products{weights, component, inputs, unit, products});
  }
  write_tiles<kSide>(products, tiling, weights.outputs(), epilogue, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace isthmus
HWY_AFTER_NAMESPACE();
#endif

#endif
