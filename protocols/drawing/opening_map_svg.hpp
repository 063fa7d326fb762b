#pragma once

#include <span>
#include <string>

#include "engine/game/game.hpp"

namespace isthmus {

// The value of a stone on a cell to the side that places it.
struct CellValue {
  Cell cell;
  double win_rate;  // 0 to 1
  bool is_fair;     // to offer where the opponent may swap
  bool is_proven;
};

// A picture of the values of a position's next stones, as a self-contained SVG: the nearer to one
// half, the darker the cell, with its win rate in percent, or "+", "-" or "=" where it is proven to
// win, lose or draw; fair ones ringed. A caption says whose stone it is.
std::string opening_map_svg(const Game& game, const Position& position,
                            std::span<const CellValue> values);

}  // namespace isthmus
