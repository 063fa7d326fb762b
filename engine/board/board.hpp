#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"

namespace isthmus {

// The geometry of a board: which cells there are, which are neighbours, which lie on a goal. Cells
// are hexagons, of which (row, column) has the neighbours
//
//        (r-1,c) (r-1,c+1)
//     (r,c-1)  (r,c)  (r,c+1)
//        (r+1,c-1) (r+1,c)
//
// or squares, with the four beside it. All cells are numbered as in the rectangle of rows x columns
// that holds them.
class Board {
 public:
  enum class Tiling : std::uint8_t { hexagons, squares };

  // Something that stones can be joined to: an edge, or a corner.
  struct Goal {
    std::string_view name;
    std::optional<Colour> owner;  // the colour that joins it; nothing: both do
    // Those sides of its cells that lie on it: `sides` of them clockwise, first_side first. Side 0
    // is the upper right one of a hexagon, the upper one of a square.
    int first_side = 0;
    int sides = 0;
  };
  // Goals as a set: bit i stands for the i-th.
  using Goals = std::uint16_t;

  // A row's cells: `count` of them, from column `first` on.
  struct Row {
    int first = 0;
    int count = 0;

    int end() const { return first + count; }
  };

  // A board with these rows, each of at least one cell, and at most 16 goals. `goals_of` says on
  // which of them a cell lies. Throws std::invalid_argument where there are no rows or more than
  // 32, or where a row has no cell or leaves columns 0 to 31.
  Board(Tiling tiling, std::vector<Row> rows, std::vector<Goal> goals,
        const std::function<Goals(int row, int column)>& goals_of);

  // Hexagons in rows x columns. Black wants to join top and bottom, White left and right. Throws
  // std::invalid_argument unless each side is in 1..32, as do the others.
  static Board rhombus(int rows, int columns);
  // The hexagons with row + column < side. Both want to join top, left and the long edge.
  static Board triangle(int side);
  // The first goals of both, in their order, as bits; the third of a triangle is its long edge.
  static constexpr Goals kTop = 1, kBottom = 2, kLeft = 4, kRight = 8;
  static constexpr Goals kTriangleTop = 1, kTriangleLeft = 2, kTriangleLong = 4;

  Tiling tiling() const { return tiling_; }
  int rows() const { return static_cast<int>(row_cells_.size()); }
  int columns() const { return columns_; }
  // One more than the largest Cell: the length of arrays indexed by cell.
  int cell_range() const { return rows() * columns_; }
  const CellSet& cells() const { return cells_; }
  int cell_count() const { return cell_count_; }
  // Whether all of rows x columns are cells.
  bool is_full() const { return cell_count_ == cell_range(); }
  const Row& row_cells(int row) const { return row_cells_[static_cast<std::size_t>(row)]; }

  Cell at(int row, int column) const { return static_cast<Cell>(row * columns_ + column); }
  int row(Cell cell) const { return cell / columns_; }
  int column(Cell cell) const { return cell % columns_; }
  // Whether (row, column), any two numbers, is a cell of this board.
  bool has(int row, int column) const {
    return row >= 0 && row < rows() && column >= row_cells(row).first &&
           column < row_cells(row).end();
  }

  // The row and column beyond one of a cell's sides, counted as Goal does; there need be no cell.
  std::pair<int, int> beyond(Cell cell, int side) const;

  // In increasing order.
  std::span<const Cell> neighbours(Cell cell) const {
    const Links& links = links_[cell];
    return {links.cells.data(), links.count};
  }

  const std::vector<Goal>& goals() const { return goals_; }
  // The goals that the cell lies on.
  Goals goals(Cell cell) const { return links_[cell].goals; }
  // The goals that a colour wants to join: its own, and those that both want.
  Goals goals_of(Colour colour) const;

  // "a1" is the top left cell of a rhombus; columns beyond the 26th are aa, ab, ...
  std::string name(Cell cell) const;
  // The inverse, in either case; nothing where the text names no cell of this board.
  std::optional<Cell> find(std::string_view name) const;
  // "a", ..., "z", "aa", ...
  static std::string column_name(int column);

 private:
  struct Links {
    std::array<Cell, 6> cells{};
    std::uint8_t count = 0;
    Goals goals = 0;
  };

  Tiling tiling_;
  int columns_ = 0;
  int cell_count_ = 0;
  std::vector<Row> row_cells_;
  std::vector<Goal> goals_;
  CellSet cells_;
  std::vector<Links> links_;  // by cell
};

}  // namespace isthmus
