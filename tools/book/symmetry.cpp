#include "tools/book/symmetry.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace isthmus::book {

namespace {

// The symmetry that puts the cell of a row and a column where `place` says.
Symmetry make_symmetry(const Board& board, bool exchanges_colours,
                       const std::function<Cell(int row, int column)>& place) {
  Symmetry symmetry{std::vector<Cell>(static_cast<std::size_t>(board.cell_range())),
                    exchanges_colours};
  board.cells().for_each(
      [&](Cell cell) { symmetry.images[cell] = place(board.row(cell), board.column(cell)); });
  return symmetry;
}

std::vector<Symmetry> symmetries_of_rhombus(const Board& board) {
  const int last_row = board.rows() - 1, last_column = board.columns() - 1;
  std::vector<Symmetry> all;
  all.push_back(make_symmetry(board, false, [&](int r, int c) { return board.at(r, c); }));
  all.push_back(make_symmetry(
      board, false, [&](int r, int c) { return board.at(last_row - r, last_column - c); }));
  if (last_row != last_column) return all;
  all.push_back(make_symmetry(board, true, [&](int r, int c) { return board.at(c, r); }));
  all.push_back(make_symmetry(board, true,
                              [&](int r, int c) { return board.at(last_row - c, last_row - r); }));
  return all;
}

std::vector<Symmetry> symmetries_of_triangle(const Board& board) {
  std::vector<Symmetry> all;
  for (bool exchanges_colours : {false, true}) {
    // A cell's distances to the three edges, in any order, are again those of a cell.
    std::array<std::size_t, 3> order{0, 1, 2};
    do {
      all.push_back(make_symmetry(board, exchanges_colours, [&](int r, int c) {
        const std::array distances{r, c, board.rows() - 1 - r - c};
        return board.at(distances[order[0]], distances[order[1]]);
      }));
    } while (std::next_permutation(order.begin(), order.end()));
  }
  return all;
}

// What a symmetry makes of a position: who is to move, and each colour's stones.
struct View {
  Colour to_move;
  std::array<std::vector<Cell>, 2> stones;

  auto operator<=>(const View&) const = default;
};

View view_of(const Position& position, const Symmetry& symmetry) {
  const bool exchanges = symmetry.exchanges_colours;
  View view{exchanges ? opponent(position.to_move) : position.to_move, {}};
  for (std::size_t colour = 0; colour < 2; ++colour) {
    std::vector<Cell>& stones = view.stones[exchanges ? 1 - colour : colour];
    position.stones[colour].for_each([&](Cell cell) { stones.push_back(symmetry.images[cell]); });
    std::sort(stones.begin(), stones.end());
  }
  return view;
}

std::string text_of(const Board& board, const View& view) {
  std::string text = view.to_move == Colour::black ? "B" : "W";
  char before = ' ';
  for (const std::vector<Cell>& stones : view.stones) {
    text += before;
    for (std::size_t i = 0; i < stones.size(); ++i) {
      if (i > 0) text += ' ';
      text += board.name(stones[i]);
    }
    before = '/';
  }
  return text;
}

}  // namespace

std::vector<Symmetry> symmetries(const Game& game) {
  const Board& board = game.board();
  return board.shape() == Board::Shape::rhombus ? symmetries_of_rhombus(board)
                                                : symmetries_of_triangle(board);
}

CanonicalPosition::CanonicalPosition(const Game& game, const std::vector<Symmetry>& symmetries,
                                     const Position& position) {
  View least = view_of(position, symmetries.front());
  views_.push_back(&symmetries.front());
  for (std::size_t i = 1; i < symmetries.size(); ++i) {
    View view = view_of(position, symmetries[i]);
    if (view > least) continue;
    if (view < least) {
      least = std::move(view);
      views_.clear();
    }
    views_.push_back(&symmetries[i]);
  }
  text_ = text_of(game.board(), least);
}

Cell CanonicalPosition::canonical(Cell cell) const {
  Cell least = views_.front()->images[cell];
  for (const Symmetry* view : views_) least = std::min(least, view->images[cell]);
  return least;
}

Cell CanonicalPosition::original(Cell cell) const {
  const std::vector<Cell>& images = views_.front()->images;
  return static_cast<Cell>(std::find(images.begin(), images.end(), cell) - images.begin());
}

}  // namespace isthmus::book
