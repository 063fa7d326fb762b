#pragma once

#include <array>
#include <stdexcept>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"

namespace isthmus {

// The board of Hex as sets of cells: Black joins top and bottom, White left and right.
template <int kWords>
class HexBoard {
 public:
  using Cells = CellBits<kWords>;

  // Throws std::invalid_argument for a board that is no rhombus or has more than 64 * kWords cells.
  explicit HexBoard(const Board& board)
      : cells_(board.cells().resized<kWords>()),
        cell_range_(board.cell_range()),
        neighbours_(static_cast<std::size_t>(board.cell_range())) {
    if (board.goals().size() != 4 || !board.is_full() || board.cell_range() > 64 * kWords) {
      throw std::invalid_argument("not a board of Hex, or too large a one");
    }
    cells_.for_each([&](Cell cell) {
      for (Cell neighbour : board.neighbours(cell)) neighbours_[cell].insert(neighbour);
      if ((board.goals(cell) & Board::kTop) != 0) edges_[0][0].insert(cell);
      if ((board.goals(cell) & Board::kBottom) != 0) edges_[0][1].insert(cell);
      if ((board.goals(cell) & Board::kLeft) != 0) edges_[1][0].insert(cell);
      if ((board.goals(cell) & Board::kRight) != 0) edges_[1][1].insert(cell);
    });
  }

  const Cells& cells() const { return cells_; }
  int cell_range() const { return cell_range_; }
  const Cells& neighbours(Cell cell) const { return neighbours_[cell]; }
  // The cells at one of the colour's two edges: 0 is the top or the left one.
  const Cells& edge(Colour colour, int which) const {
    return edges_[static_cast<std::size_t>(colour)][static_cast<std::size_t>(which)];
  }
  // Where a half turn takes them: the game is the same, as each colour's edges change places.
  Cell turned(Cell cell) const { return static_cast<Cell>(cell_range_ - 1 - cell); }
  Cells turned(const Cells& cells) const {
    Cells result;
    cells.for_each([&](Cell cell) { result.insert(turned(cell)); });
    return result;
  }

 private:
  Cells cells_;
  int cell_range_;
  std::vector<Cells> neighbours_;              // by cell
  std::array<std::array<Cells, 2>, 2> edges_;  // by colour
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
