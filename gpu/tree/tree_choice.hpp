#pragma once

#include <cmath>
#include <cstdint>

#include "engine/base/host_device.hpp"
#include "gpu/tree/exact_math.hpp"
#include "gpu/tree/tree_settings.hpp"

// How the games of TreeGames choose their moves and end.

namespace isthmus {

inline constexpr double kValueUnits = 65535;

// A probability in units, as records have it.
ISTHMUS_HOST_DEVICE inline std::uint32_t units_of_value(double value) {
  return static_cast<std::uint32_t>(llround(value * kValueUnits));
}

// The temperature after `moves` moves, on a board of `cells` cells.
ISTHMUS_HOST_DEVICE inline double move_temperature(const TreeSettings& settings,
                                                   std::uint32_t moves, std::uint32_t cells) {
  const double life = settings.temperature_half_life * std::sqrt(static_cast<double>(cells));
  return settings.temperature * exact_exp(-0.69314718055994531 * moves / life);
}
// Below this the best move is as good as certain.
inline constexpr double kMinMoveTemperature = 0.1;

// The weight of a move with this share of the visits.
ISTHMUS_HOST_DEVICE inline std::uint64_t move_weight(std::uint32_t visits, std::uint32_t all,
                                                     double temperature) {
  const double share = static_cast<double>(visits) / all;
  return static_cast<std::uint64_t>(exact_pow(share, 1 / temperature) * 1099511627776.0 + 0.5);
}

// Watches for the moment at which both sides are sure of the winner. Results are 0 for none, 1 for
// Black and 2 for White.
struct TreeAgreement {
  std::uint32_t agreed = 0;  // moves in a row for the side that is ahead
  std::uint8_t ahead = 0;
  std::uint8_t winner = 0;

  // Notes Black's probability as the search before a move saw it.
  ISTHMUS_HOST_DEVICE void note(double black, const TreeSettings& settings) {
    const std::uint8_t now = black < settings.resign_below       ? 2
                             : black > 1 - settings.resign_below ? 1
                                                                 : 0;
    agreed = now == 0 ? 0 : now == ahead ? agreed + 1 : 1;
    ahead = now;
    if (agreed >= settings.resign_moves && winner == 0) winner = ahead;
  }
};

}  // namespace isthmus
