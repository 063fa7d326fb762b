#pragma once

#include <cstdint>
#include <span>
#include <utility>

#include "engine/base/host_device.hpp"

namespace isthmus {

// Which sites of a grid touch. The hexagonal one is that of Board: (r-1,c), (r-1,c+1), (r,c-1),
// (r,c+1), (r+1,c-1) and (r+1,c), which is also what Borsos' sweeps work out to where, as in
// Grid, a higher bit is a higher column. `four` lacks the two on diagonals, `eight` has all four.
enum class Neighbourhood : std::uint8_t { hexagonal, four, eight };

inline constexpr std::pair<int, int> kEarlierNeighbours[] = {{0, -1}, {-1, 0}, {-1, 1}, {-1, -1}};

// The neighbours above and to the left as (row, column) from the site; the others are opposite.
constexpr std::span<const std::pair<int, int>> earlier_neighbours(Neighbourhood neighbourhood) {
  switch (neighbourhood) {
    case Neighbourhood::four:
      return {kEarlierNeighbours, 2};
    case Neighbourhood::hexagonal:
      return {kEarlierNeighbours, 3};
    default:
      return {kEarlierNeighbours, 4};
  }
}

// The sites of a row that a row `above` it touches.
ISTHMUS_HOST_DEVICE constexpr std::uint32_t touched_from_above(Neighbourhood neighbourhood,
                                                               std::uint32_t above) {
  switch (neighbourhood) {
    case Neighbourhood::four:
      return above;
    case Neighbourhood::hexagonal:
      return above | above >> 1;
    default:
      return above | above >> 1 | above << 1;
  }
}

// The sites of a row that a row `below` it touches.
ISTHMUS_HOST_DEVICE constexpr std::uint32_t touched_from_below(Neighbourhood neighbourhood,
                                                               std::uint32_t below) {
  switch (neighbourhood) {
    case Neighbourhood::four:
      return below;
    case Neighbourhood::hexagonal:
      return below | below << 1;
    default:
      return below | below >> 1 | below << 1;
  }
}

}  // namespace isthmus
