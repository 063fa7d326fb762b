#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/base/host_device.hpp"
#include "engine/random/xorwow.hpp"
#include "gpu/baselines/k_subset.hpp"

// The shuffle of values between the warps of a block, so that values which met in a warp part again
// (after Robertson's "point shuffle" for the flame renderer cuburn), and his measure of what it is
// good for.
//
// On fewer warps than lanes both kinds keep some values together: with 8 warps, those whose lanes
// are 8, 16 and 24 apart go to the same warp, again 8, 16 and 24 apart. Rotations move the lot.

namespace isthmus {

// Threads by warps and lanes: thread = warp * width + lane.
struct BlockShape {
  std::uint32_t width;  // lanes of a warp
  std::uint32_t warps;

  ISTHMUS_HOST_DEVICE constexpr std::uint32_t threads() const { return width * warps; }
  // Where a lane puts its value in shared memory, and where it then takes one from: lane l that of
  // lane l of the l-th warp from its own, or, where that warp has put its values `rotation` places
  // further, that of another lane. In both each lane of a warp has its own place modulo `width`,
  // so that the banks of shared memory are all busy at once.
  ISTHMUS_HOST_DEVICE constexpr std::uint32_t put_place(std::uint32_t warp, std::uint32_t lane,
                                                        std::uint32_t rotation) const {
    return warp * width + (lane + rotation) % width;
  }
  ISTHMUS_HOST_DEVICE constexpr std::uint32_t take_place(std::uint32_t warp,
                                                         std::uint32_t lane) const {
    return (lane + (warp + lane) * width) % threads();
  }
};

enum class Mixing {
  none,
  simple,
  better,  // each warp draws a rotation every time
  full,    // any order of all values, for comparison: no kernel does it
};

// Each warp has a generator, which all of its lanes run alike.
using WarpGenerator = Xorwow<std::uint32_t>;

inline std::vector<WarpGenerator> warp_generators(const BlockShape& block, std::uint64_t seed) {
  std::vector<WarpGenerator> generators;
  for (std::uint32_t warp = 0; warp < block.warps; ++warp) {
    generators.emplace_back(FillKeys(seed), warp);
  }
  return generators;
}

// How many places further a warp puts its values.
ISTHMUS_HOST_DEVICE inline std::uint32_t draw_rotation(Mixing mixing, std::uint32_t width,
                                                       WarpGenerator& next) {
  // The upper bits of a word times the range: even, as widths are powers of two.
  return mixing == Mixing::better ? static_cast<std::uint32_t>(std::uint64_t{next()} * width >> 32)
                                  : 0;
}

// Mixes the values of a block once. There is a generator a warp.
template <class T>
void mix(Mixing mixing, const BlockShape& block, std::span<WarpGenerator> generators,
         std::vector<T>& values) {
  if (mixing == Mixing::none) return;
  if (mixing == Mixing::full) {
    for (std::uint32_t left = block.threads(); left > 1; --left) {
      std::swap(values[left - 1], values[draw_below(left, generators[0])]);
    }
    return;
  }
  std::vector<T> shared(values.size());
  for (std::uint32_t warp = 0; warp < block.warps; ++warp) {
    const std::uint32_t rotation = draw_rotation(mixing, block.width, generators[warp]);
    for (std::uint32_t lane = 0; lane < block.width; ++lane) {
      shared[block.put_place(warp, lane, rotation)] = values[warp * block.width + lane];
    }
  }
  for (std::uint32_t warp = 0; warp < block.warps; ++warp) {
    for (std::uint32_t lane = 0; lane < block.width; ++lane) {
      values[warp * block.width + lane] = shared[block.take_place(warp, lane)];
    }
  }
}

// The measure: the points of a block walk at random, each warp by a map of its own choice, and are
// mixed after each step. Where points that walked together stay together they become alike.
//
// Points are fixed-point numbers, so that sums of theirs are exact in any order. (Robertson's
// program says that they are real numbers and cuts them off to integers. Either way the same
// shuffles come out ahead.)
inline constexpr int kPointBits = 24;  // after the point
inline constexpr std::uint32_t kMaps = 4;
inline constexpr std::uint32_t kSettlingRounds = 20;  // before rounds are recorded

// The map that a warp chooses: x/2, x/2 + 1/2 or x/2 + 1 three times in ten, else x/4 + 3/4.
ISTHMUS_HOST_DEVICE inline std::uint32_t draw_map(WarpGenerator& next) {
  return static_cast<std::uint32_t>(std::uint64_t{next()} * 10 >> 32) / 3;
}
ISTHMUS_HOST_DEVICE constexpr std::uint32_t apply_map(std::uint32_t map, std::uint32_t x) {
  return map == 3 ? (x + (3u << kPointBits)) / 4 : (x + (map << kPointBits)) / 2;
}

// What is recorded of the points that one map gave in one round of a block.
struct PointMoments {
  std::uint64_t count;
  std::uint64_t sum;
  std::uint64_t squares;

  bool operator==(const PointMoments&) const = default;
};
using RoundMoments = std::array<PointMoments, kMaps>;

// A block's walk from where each point is the number of its warp.
inline std::vector<RoundMoments> walk(Mixing mixing, const BlockShape& block, std::uint32_t rounds,
                                      std::uint64_t seed) {
  std::vector<WarpGenerator> generators = warp_generators(block, seed);
  std::vector<std::uint32_t> points;
  for (std::uint32_t warp = 0; warp < block.warps; ++warp) {
    points.insert(points.end(), block.width, warp << kPointBits);
  }
  std::vector<RoundMoments> recorded;
  for (std::uint32_t round = 0; round < kSettlingRounds + rounds; ++round) {
    RoundMoments moments{};
    for (std::uint32_t warp = 0; warp < block.warps; ++warp) {
      const std::uint32_t map = draw_map(generators[warp]);
      for (std::uint32_t lane = 0; lane < block.width; ++lane) {
        std::uint32_t& x = points[warp * block.width + lane];
        x = apply_map(map, x);
        ++moments[map].count;
        moments[map].sum += x;
        moments[map].squares += std::uint64_t{x} * x;
      }
    }
    if (round >= kSettlingRounds) recorded.push_back(moments);
    mix(mixing, block, generators, points);
  }
  return recorded;
}

// The mean over rounds of the sum over maps of the standard deviation of the points that they gave.
// A map that no warp chose adds nothing.
inline double diversity(std::span<const RoundMoments> rounds) {
  double sum = 0;
  for (const RoundMoments& maps : rounds) {
    for (const PointMoments& points : maps) {
      using Wide = unsigned __int128;
      if (points.count == 0) continue;
      const Wide spread = Wide{points.count} * points.squares - Wide{points.sum} * points.sum;
      sum += std::sqrt(static_cast<double>(spread)) / static_cast<double>(points.count);
    }
  }
  return std::ldexp(sum / static_cast<double>(rounds.size()), -kPointBits);
}

}  // namespace isthmus
