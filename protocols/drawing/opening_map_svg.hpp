#pragma once

#include <span>
#include <string>

#include "engine/game/game.hpp"

namespace isthmus {

// What a stone on a cell is worth to who places it.
struct CellValue {
  Cell cell;
  double win_rate;  // 0 to 1
  bool is_fair;     // to offer where the opponent may swap
  bool is_proven;
};

// A picture of what the next stone of a position is worth, as a self-contained SVG: the nearer to
// one half, the darker the cell, with its win rate in percent, or "+", "-" or "=" where it is
// proven to win, lose or draw; fair ones ringed. A caption tells whose stone it is.
std::string opening_map_svg(const Game& game, const Position& position,
                            std::span<const CellValue> values);

}  // namespace isthmus
