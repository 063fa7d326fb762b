// Winograd's convolutions in 16-bit integers (Int16Weights), of which processors multiply twice as
// many at a time as of floats, and add two products as one. Each position is scaled by its greatest
// number.

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

// Where the processor adds the products of neighbouring 16-bit integers to a sum of 32 bits.
#undef ISTHMUS_HAS_PAIR_PRODUCTS
#if (HWY_ARCH_X86 || HWY_ARCH_WASM) && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
#define ISTHMUS_HAS_PAIR_PRODUCTS 1
#else
#define ISTHMUS_HAS_PAIR_PRODUCTS 0
#endif

#if ISTHMUS_HAS_PAIR_PRODUCTS
HWY_BEFORE_NAMESPACE();
namespace isthmus {
namespace HWY_NAMESPACE {

using Int16s = hn::Repartition<std::int16_t, Lanes>;
using Int32s = hn::Rebind<std::int32_t, Lanes>;
using Int16Vector = hn::VFromD<Int16s>;
using Int32Sum = hn::VFromD<Int32s>;

// sum + the products of both halves of each lane.
struct PairProducts {
  static HWY_INLINE Int32Sum add(Int32Sum sum, Int16Vector a, Int16Vector b) {
    Int32Sum unused = hn::Undefined(Int32s());
    sum = hn::ReorderWidenMulAccumulate(Int32s(), a, b, sum, unused);
#if HWY_ARCH_X86
    // Or g++ adds products to each other first, for which there are not enough registers.
    asm("" : "+v"(sum.raw));
#endif
    return sum;
  }
};

#if HWY_TARGET == HWY_AVX3
// The same by one instruction.
struct VnniProducts {
  static HWY_INLINE Int32Sum add(Int32Sum sum, Int16Vector a, Int16Vector b) {
    asm("vpdpwssd %2, %1, %0" : "+v"(sum.raw) : "v"(a.raw), "v"(b.raw));
    return sum;
  }
};
#endif

// The greatest number of rectified maps; more than 0 even where all are 0.
inline float greatest_number(const FeatureMaps& maps, int channels) {
  const Lanes lanes;
  // Two at a time, so that none waits for the one before. The zeros at the end of a row do no harm.
  Vector even = hn::Set(lanes, std::numeric_limits<float>::min()), odd = even;
  for (int group = 0; group < channels / kGroup; ++group) {
    for (int row = 0; row < maps.rows(); ++row) {
      const float* at = maps.group(group) + maps.point(row, 0) * kGroup;
      for (int i = 0; i < maps.columns() * kVectors; i += 2) {
        even = hn::Max(even, hn::Load(lanes, at + i * kLanes));
        odd = hn::Max(odd, hn::Load(lanes, at + (i + 1) * kLanes));
      }
    }
  }
  return hn::GetLane(hn::MaxOfLanes(lanes, hn::Max(even, odd)));
}

// a * b as the nearest whole number, of those from -2^22 to 2^22: what a sum with 1.5 * 2^23 has in
// its last bits. (Highway's own way looks at larger numbers too.)
HWY_INLINE Int32Sum nearest_product(Vector a, Vector b) {
  const Vector shift = hn::Set(Lanes(), 0x1.8p23F);
  return hn::Sub(hn::BitCast(Int32s(), hn::MulAdd(a, b, shift)), hn::BitCast(Int32s(), shift));
}

// As Products, of 16-bit integers, which `By` multiplies: the sums become floats again. `unit` is
// what inputs of 1 stand for.
template <class By>
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
    const Vector factor = hn::Set(Lanes(), unit);
    for (int group = 0; group < weights.outputs() / kGroup; group += kSumGroups) {
      const std::int16_t* pairs = weights.group(component, group);
      const float* scales = weights.scales(component, group);
      float* to = out.group(component, group) + first * kGroup;
      Int32Sum sums[kSumGroups][kVectors][kTiles];
      for (auto& of_group : sums) {
        for (auto& of_vector : of_group) {
          for (Int32Sum& sum : of_vector) sum = hn::Zero(lanes);
        }
      }
      for (int from = 0; from < weights.inputs() / kGroup; ++from) {
        const std::int16_t* inputs = in.group(component, from) + first * kGroup;
        for (int i = 0; i < kGroup; i += 2, pairs += 2 * kGroup) {
          Int16Vector w[kSumGroups][kVectors];
          for (std::size_t g = 0; g < kSumGroups; ++g) {
            hwy::Prefetch(pairs + (kSumGroups + g) * next);
            for (int v = 0; v < kVectors; ++v) {
              w[g][v] = hn::Load(Int16s(), pairs + g * next + v * 2 * kLanes);
            }
          }
          for (int tile = 0; tile < kTiles; ++tile) {
            std::int32_t pair;
            std::memcpy(&pair, inputs + tile * kGroup + i, sizeof pair);
            const auto input = hn::BitCast(Int16s(), hn::Set(lanes, pair));
            for (int g = 0; g < kSumGroups; ++g) {
              for (int v = 0; v < kVectors; ++v) {
                sums[g][v][tile] = By::add(sums[g][v][tile], input, w[g][v]);
              }
            }
          }
        }
      }
      for (int g = 0; g < kSumGroups; ++g, to += out.group_size()) {
        for (int v = 0; v < kVectors; ++v) {
          const Vector scale = hn::Mul(factor, hn::Load(Lanes(), scales + g * kGroup + v * kLanes));
          for (int tile = 0; tile < kTiles; ++tile) {
            hn::Store(hn::Mul(hn::ConvertTo(Lanes(), sums[g][v][tile]), scale), Lanes(),
                      to + tile * kGroup + v * kLanes);
          }
        }
      }
    }
  }
};

template <int kSide, class By>
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
                      const auto whole = nearest_product(value, scales[component]);
                      const hn::Rebind<std::int16_t, Lanes> halves;
                      hn::StoreU(hn::DemoteTo(halves, whole), halves,
                                 to + static_cast<std::size_t>(component) * stride + place);
                    });
  for (int component = 0; component < tiling.components(); ++component) {
    compute_pieces(tiling.tiles(), Int16Products<By>{weights, component, inputs, unit, products});
  }
  write_tiles<kSide>(products, tiling, weights.outputs(), epilogue, out);
}

}  // namespace HWY_NAMESPACE
}  // namespace isthmus
HWY_AFTER_NAMESPACE();
#endif

#endif
