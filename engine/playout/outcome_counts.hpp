#pragma once

#include <cstdint>
#include <vector>

namespace isthmus {

// What was counted in playouts that may end before the board is full, stones that were there before
// included.
struct OutcomeCounts {
  std::uint32_t playouts = 0;
  std::uint32_t black_wins = 0;
  std::uint32_t draws = 0;
  // By cell, row * columns + column. Points are Black's: 2 a win, 1 a draw.
  std::vector<std::uint32_t> black;         // playouts at whose end the cell is Black's
  std::vector<std::uint32_t> black_points;  // Black's points in these
  std::vector<std::uint32_t> white;
  std::vector<std::uint32_t> white_points;

  bool operator==(const OutcomeCounts&) const = default;
};

}  // namespace isthmus
