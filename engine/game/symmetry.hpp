#pragma once

#include <functional>
#include <vector>

#include "engine/game/board.hpp"

namespace isthmus {

// A way to lay a board onto itself under which a game stays the same.
struct Symmetry {
  std::vector<Cell> images;        // by cell
  bool exchanges_colours = false;  // whether each colour takes the other's part
};

// The symmetry that puts the cell of a row and a column where `place` says.
Symmetry make_symmetry(const Board& board, bool exchanges_colours,
                       const std::function<Cell(int row, int column)>& place);

// That which changes nothing.
Symmetry identity(const Board& board);

}  // namespace isthmus
