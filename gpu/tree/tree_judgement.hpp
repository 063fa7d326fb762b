#pragma once

#include <cmath>
#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/search/puct_formula.hpp"
#include "gpu/tree/exact_math.hpp"

// What the games of TreeGames make of a net's outputs: as NetInput::read() and the search have it,
// but for the last digits. Sums over cells are of whole numbers, so that their order is all one.

namespace isthmus {

// A policy's weights are relative to the largest, which has this many.
inline constexpr double kWeightUnits = 1099511627776.0;  // 2^40; cells are 2^10 at the most

// A net may come to numbers that are none, or to infinity.
ISTHMUS_HOST_DEVICE inline float finite_logit(float logit) {
  constexpr float kMost = 1e4F;
  return logit > kMost ? kMost : logit < -kMost ? -kMost : logit == logit ? logit : 0.0F;
}

// The probability that the mover wins.
ISTHMUS_HOST_DEVICE inline float win_of_logit(float logit) {
  return static_cast<float>(1 / (1 + exact_exp(-static_cast<double>(finite_logit(logit)))));
}

// ... that a player who is the mover or not wins, given that Black does so with this probability.
ISTHMUS_HOST_DEVICE inline double win_of_colour(float black_wins, bool is_black) {
  return is_black ? double{black_wins} : 1 - double{black_wins};
}

// The logit of a move, spread by the net's temperature, the inverse of which is given.
ISTHMUS_HOST_DEVICE inline float policy_logit(float logit, float inverse_temperature) {
  return finite_logit(logit * inverse_temperature);
}

// A move's weight, where the legal move with the highest logit has this one.
ISTHMUS_HOST_DEVICE inline std::uint64_t policy_weight(float logit, float highest) {
  const double share = exact_exp(static_cast<double>(logit) - static_cast<double>(highest));
  return static_cast<std::uint64_t>(share * kWeightUnits + 0.5);
}

// Noise as a weight.
ISTHMUS_HOST_DEVICE inline std::uint64_t noise_weight(double gamma) {
  return static_cast<std::uint64_t>(gamma * kWeightUnits + 0.5);
}

// A move's share of the policy, where all weights have this sum, and noise has so much of it. The
// sum of the noise may be 0: then there is none.
ISTHMUS_HOST_DEVICE inline std::uint32_t prior_of_weight(std::uint64_t weight, std::uint64_t sum,
                                                         std::uint64_t noise,
                                                         std::uint64_t noise_sum,
                                                         double noise_share) {
  double prior = static_cast<double>(weight) / static_cast<double>(sum);
  if (noise_sum > 0) {
    prior = (1 - noise_share) * prior +
            noise_share * static_cast<double>(noise) / static_cast<double>(noise_sum);
  }
  return static_cast<std::uint32_t>(prior * kPriorUnits + 0.5);
}

// A result for a player in units; the opponent's is 1 less it.
ISTHMUS_HOST_DEVICE inline std::int64_t units_of_result(double result) {
  return static_cast<std::int64_t>(llround(result * kUnitsPerWin));
}

}  // namespace isthmus
