#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"

namespace isthmus {

// The board of Hex, or of Y, as sets of cells. In Hex Black joins top and bottom, White left and
// right, and an edge joins the stones at it. In Y both colours join all three edges by one group,
// and an edge joins nothing.
template <int kWords>
class HexBoard {
 public:
  using Cells = CellBits<kWords>;

  // Throws std::invalid_argument for a board that is neither a rhombus nor a triangle, or has more
  // than 64 * kWords cells.
  explicit HexBoard(const Board& board)
      : cells_(board.cells().resized<kWords>()),
        edges_join_(board.goals().size() == 4 && board.is_full()),
        neighbours_(static_cast<std::size_t>(board.cell_range())),
        turned_(static_cast<std::size_t>(board.cell_range())) {
    if ((!edges_join_ && board.goals().size() != 3) || board.cell_range() > 64 * kWords) {
      throw std::invalid_argument("not a board of Hex or Y, or too large a one");
    }
    symmetries_ = symmetries_of(board, edges_join_);
    cells_.for_each([&](Cell cell) {
      for (Cell neighbour : board.neighbours(cell)) neighbours_[cell].insert(neighbour);
      turned_[cell] = edges_join_ ? static_cast<Cell>(board.cell_range() - 1 - cell)
                                  : board.at(board.column(cell), board.row(cell));
      for (std::size_t colour : {0U, 1U}) {
        for (std::size_t which = 0; which < edges_[colour].size(); ++which) {
          if ((board.goals(cell) & goal(colour, which)) != 0) edges_[colour][which].insert(cell);
        }
      }
    });
  }

  const Cells& cells() const { return cells_; }
  const Cells& neighbours(Cell cell) const { return neighbours_[cell]; }
  // Whether stones at one edge are joined, as in Hex; else this is a board of Y.
  bool edges_join() const { return edges_join_; }
  // Whether it is of Hex and larger than 8 x 8: what pays there differs from what does on these.
  bool is_large() const { return edges_join_ && cells_.size() > 64; }
  // How many edges each colour has to join.
  int edge_count() const { return edges_join_ ? 2 : 3; }
  // The cells at one of the colour's edges: in Hex 0 is the top or the left one.
  const Cells& edge(Colour colour, int which) const {
    return edges_[static_cast<std::size_t>(colour)][static_cast<std::size_t>(which)];
  }
  int cell_range() const { return static_cast<int>(neighbours_.size()); }
  // Where a half turn, or in Y a mirror image, takes a cell: the game stays the same, as each
  // colour's edges change places.
  Cell turned(Cell cell) const { return turned_[cell]; }
  // Where each symmetry takes the cells: all six of Y, and of Hex the one that changes nothing.
  const std::vector<std::vector<Cell>>& symmetries() const { return symmetries_; }
  Cells turned(const Cells& cells) const {
    Cells result;
    cells.for_each([&](Cell cell) { result.insert(turned(cell)); });
    return result;
  }

 private:
  static std::vector<std::vector<Cell>> symmetries_of(const Board& board, bool is_hex) {
    std::vector<std::vector<Cell>> all;
    std::array<std::size_t, 3> order{0, 1, 2};
    do {
      std::vector<Cell>& images = all.emplace_back(static_cast<std::size_t>(board.cell_range()));
      board.cells().for_each([&](Cell cell) {
        const int row = board.row(cell), column = board.column(cell);
        // A cell's distances to the three edges, in any order, are again those of a cell.
        const std::array distances{row, column, board.rows() - 1 - row - column};
        images[cell] = board.at(distances[order[0]], distances[order[1]]);
      });
    } while (!is_hex && std::next_permutation(order.begin(), order.end()));
    return all;
  }

  unsigned goal(std::size_t colour, std::size_t which) const {
    constexpr unsigned kOfHex[2][3] = {{Board::kTop, Board::kBottom, 0},
                                       {Board::kLeft, Board::kRight, 0}};
    return edges_join_ ? kOfHex[colour][which] : 1U << which;
  }

  Cells cells_;
  bool edges_join_;
  std::vector<std::vector<Cell>> symmetries_;
  std::vector<Cells> neighbours_;              // by cell
  std::vector<Cell> turned_;                   // likewise
  std::array<std::array<Cells, 3>, 2> edges_;  // by colour
};

// Stones on a board of Hex.
template <int kWords>
struct HexStones {
  std::array<CellBits<kWords>, 2> of{};  // by colour

  const CellBits<kWords>& operator[](Colour colour) const {
    return of[static_cast<std::size_t>(colour)];
  }
  CellBits<kWords>& operator[](Colour colour) { return of[static_cast<std::size_t>(colour)]; }
  CellBits<kWords> all() const { return of[0] | of[1]; }

  friend bool operator==(const HexStones&, const HexStones&) = default;
};

template <int kWords>
HexStones<kWords> stones_of(const Position& position) {
  return {{position.stones[0].resized<kWords>(), position.stones[1].resized<kWords>()}};
}

}  // namespace isthmus
