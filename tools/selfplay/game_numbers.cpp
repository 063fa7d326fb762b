#include "tools/selfplay/game_numbers.hpp"

#include <cmath>
#include <limits>

namespace isthmus::selfplay {

std::vector<std::int64_t> games_by_size(std::span<const WeightedSize> sizes, std::int64_t games) {
  double weights = 0, weight = 0;
  for (const WeightedSize& entry : sizes) weights += entry.weight;
  std::vector<std::int64_t> counts;
  std::int64_t before = 0;
  for (const WeightedSize& entry : sizes) {
    weight += entry.weight;
    const std::int64_t until = std::llround(weight / weights * static_cast<double>(games));
    counts.push_back(games > 0 ? until - before : std::numeric_limits<std::int64_t>::max());
    before = until;
  }
  return counts;
}

}  // namespace isthmus::selfplay
