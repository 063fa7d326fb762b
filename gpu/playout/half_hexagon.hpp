#pragma once

#include "engine/base/host_device.hpp"

namespace isthmus {

// How two lanes of a warp share boards of Havannah's kind: each has the rows from the first to the
// middle one, which both have, and the second sees the board turned around, so that both do the
// same. A lane's cells are numbered by row, `kCells` of them: few enough that there are registers
// for the stones and for what a flood has reached.
template <int kSide_>
struct HalfHexagon {
  static constexpr int kSide = kSide_;
  static constexpr int kColumns = 2 * kSide - 1;
  static constexpr int kMiddle = kSide - 1;  // the middle row
  static constexpr int kAbove =
      3 * kSide * (kSide - 1) / 2 - kMiddle;  // cells above the middle row
  static constexpr int kCells = kAbove + kColumns;
  static constexpr int kBoardCells = kCells + kAbove;
  static constexpr int kMaxPairs = (kBoardCells + 1) / 2;

  // Cells in a row, and the number of the first.
  ISTHMUS_HOST_DEVICE static constexpr int length(int row) { return kSide + row; }
  ISTHMUS_HOST_DEVICE static constexpr int start(int row) {
    return kSide * row + row * (row - 1) / 2;
  }

  // Words of a board's cells lie in this order: those above the middle row in turns for the two
  // lanes, then the middle row as the first lane sees it.
  ISTHMUS_HOST_DEVICE static constexpr int place(int row, int column) {
    if (row == kMiddle) return 2 * kAbove + column;
    if (row < kMiddle) return 2 * (start(row) + column - (kMiddle - row));
    const int turned = kColumns - 1 - row;
    return 2 * (start(turned) + kColumns - 1 - column - (kMiddle - turned)) + 1;
  }
};

}  // namespace isthmus
