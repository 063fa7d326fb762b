#pragma once

#include <cmath>
#include <cstdint>

#include "engine/base/host_device.hpp"

namespace isthmus {

// A lower confidence bound of the value of a move with this mean result, from 0 to 1: the mean less
// one standard deviation of the mean of `visits` games won or lost.
ISTHMUS_HOST_DEVICE inline double lower_confidence_bound(double mean, std::uint32_t visits) {
  // Some doubt is left also where all results were alike.
  const double variance = mean * (1 - mean);
  return mean - std::sqrt((variance > 0.01 ? variance : 0.01) / visits);
}

// A move is only chosen by its bound where it has this share of the most visits, and two.
ISTHMUS_HOST_DEVICE inline double least_visits_of_choice(std::uint32_t most_visits) {
  const double share = 0.1 * most_visits;
  return share > 2.0 ? share : 2.0;
}

}  // namespace isthmus
