#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game/cell_set.hpp"
#include "engine/game/move.hpp"

namespace isthmus {

// The geometry of a board of hexagonal cells: which cells there are, which are neighbours, which
// lie on an edge. The neighbours of (row, column) are
//
//        (r-1,c) (r-1,c+1)
//     (r,c-1)  (r,c)  (r,c+1)
//        (r+1,c-1) (r+1,c)
//
// A rhombus has all the cells of rows x columns; a triangle of side s the cells with
// row + column < s, numbered as in the s x s rhombus that holds it.
class Board {
 public:
  enum class Shape : std::uint8_t { rhombus, triangle };

  // Bits of edges(). A triangle's third edge is its long one, row + column = side - 1.
  static constexpr std::uint8_t kTop = 1, kBottom = 2, kLeft = 4, kRight = 8, kDiagonal = 16;

  // Throws std::invalid_argument unless each side is in 1..32.
  static Board rhombus(int rows, int columns);
  static Board triangle(int side);

  Shape shape() const { return shape_; }
  int rows() const { return rows_; }
  int columns() const { return columns_; }
  // One more than the largest Cell: the length of arrays indexed by cell.
  int cell_range() const { return rows_ * columns_; }
  const CellSet& cells() const { return cells_; }
  int cell_count() const { return cell_count_; }

  Cell at(int row, int column) const { return static_cast<Cell>(row * columns_ + column); }
  int row(Cell cell) const { return cell / columns_; }
  int column(Cell cell) const { return cell % columns_; }
  // Whether (row, column), any two numbers, is a cell of this board.
  bool has(int row, int column) const;

  std::span<const Cell> neighbours(Cell cell) const {
    const Links& links = links_[cell];
    return {links.cells.data(), links.count};
  }
  // The edges that the cell touches, as a set of the bits above.
  std::uint8_t edges(Cell cell) const { return links_[cell].edges; }

  // "a1" is the top left cell; columns beyond the 26th are aa, ab, ...
  std::string name(Cell cell) const;
  // The inverse, in either case; nothing where the text names no cell of this board.
  std::optional<Cell> find(std::string_view name) const;
  // "a", ..., "z", "aa", ...
  static std::string column_name(int column);

 private:
  struct Links {
    std::array<Cell, 6> cells{};
    std::uint8_t count = 0;
    std::uint8_t edges = 0;
  };

  Board(Shape shape, int rows, int columns);

  Shape shape_;
  int rows_;
  int columns_;
  int cell_count_ = 0;
  CellSet cells_;
  std::vector<Links> links_;  // by cell
};

}  // namespace isthmus
