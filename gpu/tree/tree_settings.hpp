#pragma once

#include <cstdint>

#include "engine/base/host_device.hpp"

namespace isthmus {

// How the games of TreeGames search and choose their moves. The values are those of
// engine/settings/settings.hpp and tools/selfplay/settings.hpp, which have the ranges and say what
// each does.
struct TreeSettings {
  double exploration = 1.0;
  double first_play_reduction = 0.1;
  double root_first_play_reduction = 0;
  double net_temperature = 1.25;
  std::uint32_t visits = 96;  // 2 to 65535, as the cheap ones
  std::uint32_t cheap_visits = 24;
  double full_share = 0.35;
  double noise = 0.25;
  double noise_total = 10.0;
  double temperature = 1.0;
  double temperature_half_life = 0.8;
  double resign_below = 0.05;
  std::uint32_t resign_moves = 4;

  // The most nodes that a tree may come to: the root, and one for each visit behind the first.
  ISTHMUS_HOST_DEVICE std::uint32_t nodes() const {
    return visits > cheap_visits ? visits : cheap_visits;
  }
};

}  // namespace isthmus
