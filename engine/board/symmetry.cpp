#include "engine/board/symmetry.hpp"

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

Symmetry inverse(const Board& board, const Symmetry& symmetry) {
  Symmetry back{std::vector<Cell>(symmetry.images.size()), symmetry.exchanges_colours};
  board.cells().for_each([&](Cell cell) { back.images[symmetry.images[cell]] = cell; });
  return back;
}

CellSet image(const Symmetry& symmetry, const CellSet& cells) {
  CellSet images;
  cells.for_each([&](Cell cell) { images.insert(symmetry.images[cell]); });
  return images;
}

Position image(const Symmetry& symmetry, const Position& position) {
  Position turned = position;
  turned.history = {};
  for (Colour colour : {Colour::black, Colour::white}) {
    const Colour becomes = symmetry.exchanges_colours ? opponent(colour) : colour;
    turned.of(becomes) = image(symmetry, position.of(colour));
    if (position.to_move == colour) turned.to_move = becomes;
    if (position.result == win_for(colour)) turned.result = win_for(becomes);
  }
  const Move last = position.last_move;
  if (last.is_cell()) turned.last_move = Move(symmetry.images[last.cell()]);
  return turned;
}

}  // namespace isthmus
