// Sums of products of inputs and weights, for each instruction set that this is compiled for.

#if defined(ISTHMUS_ENGINE_VECTOR_SUMS_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef ISTHMUS_ENGINE_VECTOR_SUMS_HPP
#undef ISTHMUS_ENGINE_VECTOR_SUMS_HPP
#else
#define ISTHMUS_ENGINE_VECTOR_SUMS_HPP
#endif

#include <array>
#include <cstddef>
#include <utility>

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "engine/net/packed_net.hpp"

HWY_BEFORE_NAMESPACE();
namespace isthmus {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, kGroup>;
using Vector = hn::VFromD<Lanes>;
inline constexpr int kLanes = hn::MaxLanes(Lanes());
inline constexpr int kVectors = kGroup / kLanes;  // of a group

// What follows the sums of a convolution before they are stored.
struct Epilogue {
  const float* biases;  // added by Winograd's convolutions; others begin with them
  bool adds;            // to what is there
  bool is_rectified;

  HWY_INLINE void store(Vector sum, float* at) const {
    if (adds) sum = hn::Add(sum, hn::Load(Lanes(), at));
    if (is_rectified) sum = hn::Max(sum, hn::Zero(Lanes()));
    hn::Store(sum, Lanes(), at);
  }
};

// As many sums are made together as registers hold: of kSumGroups groups of outputs at kSumPoints
// points.
#if HWY_TARGET <= HWY_AVX3
inline constexpr int kSumGroups = 2, kSumPoints = 12;
#elif HWY_TARGET == HWY_AVX2
inline constexpr int kSumGroups = 1, kSumPoints = 6;
#elif defined(__clang__)
inline constexpr int kSumGroups = 1, kSumPoints = 2;  // of 3 it leaves some in memory
#else
inline constexpr int kSumGroups = 1, kSumPoints = kLanes == 1 ? 1 : 3;
#endif
static_assert(Net::kChannelStep % (kSumGroups * kGroup) == 0);

// The sums of kSumGroups groups of outputs at kPoints points.
template <int kPoints>
struct Sums {
  Vector values[kSumGroups][kVectors][kPoints];

  // Begins with the same at all points: numbers by output.
  HWY_INLINE void begin(const float* numbers) {
    for (int g = 0; g < kSumGroups; ++g) {
      for (int v = 0; v < kVectors; ++v) {
        const Vector number = hn::LoadU(Lanes(), numbers + g * kGroup + v * kLanes);
        for (int p = 0; p < kPoints; ++p) values[g][v][p] = number;
      }
    }
  }
  HWY_INLINE void begin_with_zeros() {
    for (auto& group : values) {
      for (auto& vector : group) {
        for (Vector& sum : vector) sum = hn::Zero(Lanes());
      }
    }
  }

  // Calls visit(group, first output of the vector, point, sum) for all sums.
  template <class Visit>
  HWY_INLINE void for_each(const Visit& visit) const {
    for (int g = 0; g < kSumGroups; ++g) {
      for (int v = 0; v < kVectors; ++v) {
        for (int p = 0; p < kPoints; ++p) visit(g, v * kLanes, p, values[g][v][p]);
      }
    }
  }

  // Adds the products of `count` inputs, at most a group, by [point][input of the group], with
  // weights by [input][output of the group]; those of the next group of outputs are `next` behind.
  // Weights of the groups after these, which come from a distant cache, are asked for meanwhile.
  HWY_INLINE void add(const float* inputs, int count, const float* weights, std::size_t next) {
    for (int i = 0; i < count; ++i, weights += kGroup) {
      Vector w[kSumGroups][kVectors];
      for (std::size_t g = 0; g < kSumGroups; ++g) {
        hwy::Prefetch(weights + (kSumGroups + g) * next);
        for (int v = 0; v < kVectors; ++v) {
          w[g][v] = hn::Load(Lanes(), weights + g * next + v * kLanes);
        }
      }
      for (int p = 0; p < kPoints; ++p) {
        const Vector input = hn::Set(Lanes(), inputs[p * kGroup + i]);
        for (int g = 0; g < kSumGroups; ++g) {
          for (int v = 0; v < kVectors; ++v) {
            values[g][v][p] = hn::MulAdd(w[g][v], input, values[g][v][p]);
          }
        }
      }
    }
  }
};

template <int kPoints, class Work>
void compute_piece(const Work& work, int first) {
  work.template compute<kPoints>(first);
}

template <class Work, std::size_t... kSizes>
constexpr auto piece_functions(std::index_sequence<kSizes...>) {
  return std::array{&compute_piece<static_cast<int>(kSizes) + 1, Work>...};
}

// Calls work.compute<kPoints>(first) for pieces of a row of points, which are as even as can be, so
// that none is small: those have latencies to wait for.
template <class Work>
void compute_pieces(int points, const Work& work) {
  static constexpr auto kFunctions = piece_functions<Work>(std::make_index_sequence<kSumPoints>());
  const int pieces = (points + kSumPoints - 1) / kSumPoints;
  for (int piece = 0; piece < pieces; ++piece) {
    const int begin = points * piece / pieces, end = points * (piece + 1) / pieces;
    kFunctions[static_cast<std::size_t>(end - begin - 1)](work, begin);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace isthmus
HWY_AFTER_NAMESPACE();

#endif
