#pragma once

#include <cmath>
#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/random/splitmix.hpp"
#include "gpu/tree/exact_math.hpp"

// What is drawn in the games of TreeGames. Each draw has a generator of its own, which follows from
// the game's seed, the number of moves before and what the draw is for.

namespace isthmus {

enum class TreeDraw : std::uint32_t { is_full, move, noise };  // noise, and then each cell's

ISTHMUS_HOST_DEVICE inline SplitMix64 tree_draw(std::uint64_t seed, std::uint32_t moves,
                                                TreeDraw draw, std::uint32_t cell = 0) {
  const std::uint64_t key = std::uint64_t{moves} << 32 | (static_cast<std::uint32_t>(draw) + cell);
  return SplitMix64(SplitMix64::mix(seed + SplitMix64::mix(key)));
}

// Between 0 and 1, both excluded.
ISTHMUS_HOST_DEVICE inline double draw_uniform(SplitMix64& random) {
  return (static_cast<double>(random() >> 11) + 0.5) * (1.0 / 9007199254740992.0);
}

// Of the normal distribution, by Marsaglia's polar method (1964).
ISTHMUS_HOST_DEVICE inline double draw_normal(SplitMix64& random) {
  for (;;) {
    const double x = 2 * draw_uniform(random) - 1, y = 2 * draw_uniform(random) - 1;
    const double square = x * x + y * y;
    if (square < 1 && square > 0) return x * std::sqrt(-2 * exact_log(square) / square);
  }
}

// Of the gamma distribution with this shape, above 0, and scale 1 (Marsaglia and Tsang, "A Simple
// Method for Generating Gamma Variables", 2000).
ISTHMUS_HOST_DEVICE inline double draw_gamma(double shape, SplitMix64& random) {
  // One of a shape below 1 follows from one of a shape larger by 1.
  const double boost = shape < 1 ? exact_pow(draw_uniform(random), 1 / shape) : 1;
  const double d = (shape < 1 ? shape + 1 : shape) - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = draw_normal(random), root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    if (exact_log(draw_uniform(random)) < 0.5 * (x * x) + d - d * v + d * exact_log(v)) {
      return d * v * boost;
    }
  }
}

}  // namespace isthmus
