#pragma once

#include <functional>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/board/position.hpp"

namespace isthmus {

// A way to lay a board onto itself under which a game stays the same.
struct Symmetry {
  std::vector<Cell> images;        // by cell
  bool exchanges_colours = false;  // whether each colour takes the other's part
};

// The symmetry that puts the cell of a row and a column where `place` says.
Symmetry make_symmetry(const Board& board, bool exchanges_colours,
                       const std::function<Cell(int row, int column)>& place);

// The symmetry that changes nothing.
Symmetry identity(const Board& board);

// The symmetry that takes back what another does.
Symmetry inverse(const Board& board, const Symmetry& symmetry);

// Where these cells go.
CellSet image(const Symmetry& symmetry, const CellSet& cells);

// What becomes of a position: stones, side to move, result and last move. The history is not known.
Position image(const Symmetry& symmetry, const Position& position);

}  // namespace isthmus
