#include "engine/game/symmetry.hpp"

namespace isthmus {

Symmetry make_symmetry(const Board& board, bool exchanges_colours,
                       const std::function<Cell(int row, int column)>& place) {
  Symmetry symmetry{std::vector<Cell>(static_cast<std::size_t>(board.cell_range())),
                    exchanges_colours};
  board.cells().for_each(
      [&](Cell cell) { symmetry.images[cell] = place(board.row(cell), board.column(cell)); });
  return symmetry;
}

Symmetry identity(const Board& board) {
  return make_symmetry(board, false, [&](int r, int c) { return board.at(r, c); });
}

}  // namespace isthmus
