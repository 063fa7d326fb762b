#pragma once

#include "engine/base/host_device.hpp"

namespace isthmus {

// How four lanes of a warp share boards of Havannah's kind: each has a quarter, the left half of
// the rows from the first to the middle one, and sees the board mirrored, upside down or both, so
// that all do the same. What lies on the axes is in more than one quarter: the middle row, and the
// middle cell of rows with an odd number of cells. A quarter's cells are numbered by row, `kCells`
// of them.
template <int kSide_>
struct QuarterHexagon {
  static constexpr int kSide = kSide_;
  static constexpr int kColumns = 2 * kSide - 1;
  static constexpr int kMiddle = kSide - 1;  // the middle row

  // Cells in a row, how many of them are in a quarter, and the number of the first.
  ISTHMUS_HOST_DEVICE static constexpr int length(int row) { return kSide + row; }
  ISTHMUS_HOST_DEVICE static constexpr int width(int row) { return (length(row) + 1) / 2; }
  ISTHMUS_HOST_DEVICE static constexpr int start(int row) {
    return length(row) * length(row) / 4 - kSide * kSide / 4;
  }
  // Whether the last cell of the quarter's row is on the axis.
  ISTHMUS_HOST_DEVICE static constexpr bool has_axis(int row) { return length(row) % 2 != 0; }

  static constexpr int kCells = start(kSide);
  static constexpr int kPlaces = 4 * kCells;
  static constexpr int kBoardCells = 3 * kSide * (kSide - 1) + 1;
  static constexpr int kMaxPairs = (kBoardCells + 1) / 2;

  // Words of a board's cells lie in this order: of each cell of a quarter the word of the left
  // upper one, the right upper one, and the two lower ones. A cell on an axis has its place in the
  // first that it is in.
  ISTHMUS_HOST_DEVICE static constexpr int place(int row, int column) {
    const bool is_below = row > kMiddle;
    const int own_row = is_below ? kColumns - 1 - row : row;
    const int from_left = is_below ? column : column - (kMiddle - row);
    const bool is_right = from_left >= width(own_row);
    const int own_column = is_right ? length(own_row) - 1 - from_left : from_left;
    return 4 * (start(own_row) + own_column) + (is_right ? 1 : 0) + (is_below ? 2 : 0);
  }
};

}  // namespace isthmus
