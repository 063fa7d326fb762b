#pragma once

#include "engine/base/host_device.hpp"

namespace isthmus {

// A hexagon of hexagons with `side` cells a side, as part of a rhombus of side 2 * side - 1, by
// rows. The edges are 0 to 5, clockwise from the top; a corner has the number of the edge before.
class HexagonRows {
 public:
  ISTHMUS_HOST_DEVICE constexpr explicit HexagonRows(int side) : side_(side) {}

  ISTHMUS_HOST_DEVICE constexpr int count() const { return 2 * side_ - 1; }
  ISTHMUS_HOST_DEVICE constexpr int first(int row) const {
    return row < side_ ? side_ - 1 - row : 0;
  }
  ISTHMUS_HOST_DEVICE constexpr int end(int row) const {
    return row < side_ ? count() : 3 * side_ - 2 - row;
  }

  // The edge that a cell is on; -1 for corners and cells that are on none.
  ISTHMUS_HOST_DEVICE constexpr int edge(int row, int column) const {
    if (corner(row, column) >= 0) return -1;
    for (int i = 0; i < 6; ++i) {
      if (is_on(i, row, column)) return i;
    }
    return -1;
  }
  // The corner that a cell is; -1 for other cells.
  ISTHMUS_HOST_DEVICE constexpr int corner(int row, int column) const {
    for (int i = 0; i < 6; ++i) {
      if (is_on(i, row, column) && is_on((i + 1) % 6, row, column)) return i;
    }
    return -1;
  }

 private:
  ISTHMUS_HOST_DEVICE constexpr bool is_on(int line, int row, int column) const {
    switch (line) {
      case 0:
        return row == 0;
      case 1:
        return column == count() - 1;
      case 2:
        return row + column == 3 * side_ - 3;
      case 3:
        return row == count() - 1;
      case 4:
        return column == 0;
      default:
        return row + column == side_ - 1;
    }
  }

  int side_;
};

}  // namespace isthmus
