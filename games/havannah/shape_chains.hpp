#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/board/board.hpp"
#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"

namespace isthmus {

// Cells of a hexagon of up to kMaxShapeSide cells a side: (row, column) is bit 8 * row + column, so
// that a shift goes from all cells to their neighbours, and what leaves a row leaves the board.
using ShapeBits = std::uint64_t;

inline constexpr int kMaxShapeSide = 4;

// Calls visit(int) with each bit's number, in increasing order.
template <class Visit>
void for_each_bit(ShapeBits bits, Visit&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(std::countr_zero(bits));
}

constexpr ShapeBits shape_bit(int number) { return ShapeBits{1} << number; }

// The geometry of such a hexagon, and what makes a shape there.
class ShapeBoard {
 public:
  static constexpr int kBits = 64;

  // A board of Havannah of up to kMaxShapeSide cells a side. Throws std::invalid_argument for a
  // larger one.
  explicit ShapeBoard(const Board& board);

  ShapeBits cells() const { return cells_; }
  ShapeBits neighbours(int bit) const { return neighbours_[static_cast<std::size_t>(bit)]; }
  // As Board::goals() has them: the edges are 0 to 5, the corners 6 to 11.
  unsigned goals(int bit) const { return goals_[static_cast<std::size_t>(bit)]; }

  // Cells as bits, and bits as cells.
  ShapeBits bits(const CellSet& cells) const;
  CellSet cells(ShapeBits bits) const;
  Cell cell(int bit) const { return static_cast<Cell>((bit / 8) * columns_ + bit % 8); }
  int bit(Cell cell) const { return 8 * (cell / columns_) + cell % columns_; }

  // Whether a chain that touches these goals is a bridge or a fork.
  static bool is_shape(unsigned goals) {
    const unsigned edges = goals & kEdges, corners = goals & kCorners;
    const unsigned but_one = edges & (edges - 1);
    return (but_one & (but_one - 1)) != 0 || (corners & (corners - 1)) != 0;
  }
  // The cells with which a chain that touches these goals, and is no shape, becomes a bridge or a
  // fork without any other chain.
  ShapeBits completing(unsigned goals) const {
    return with_edges_[goals & kEdges] | ((goals & kCorners) != 0 ? corners_ : 0);
  }
  // The cells off a chain that has no ring where one more stone of its colour makes it have one.
  ShapeBits closing(ShapeBits chain) const;
  // Whether these stones, of one colour, have a shape.
  bool has_shape(ShapeBits stones) const;

 private:
  static constexpr unsigned kEdges = 0b111111, kCorners = kEdges << 6;

  bool has_ring(ShapeBits stones) const;
  ShapeBits around(ShapeBits bits) const;

  int columns_;
  ShapeBits cells_ = 0;
  ShapeBits inner_ = 0;  // cells with six neighbours
  ShapeBits corners_ = 0;
  std::array<ShapeBits, kEdges + 1> with_edges_{};  // by the edges that a chain touches
  std::array<ShapeBits, kBits> neighbours_{};
  std::array<std::uint16_t, kBits> goals_{};
};

// The stones of one colour, by chains: those that are joined by neighbours.
class ShapeChains {
 public:
  // Without stones.
  ShapeChains() = default;
  // Those of `chains`, which has no shape, and one more on an empty cell.
  ShapeChains(const ShapeBoard& board, const ShapeChains& chains, int bit);
  // Copies no more chains than there are.
  ShapeChains(const ShapeChains& other) { *this = other; }
  ShapeChains& operator=(const ShapeChains& other);

  ShapeBits stones() const { return stones_; }
  // Where there is no shape: those of these empty cells where a stone would make one.
  ShapeBits winning(const ShapeBoard& board, ShapeBits empty) const;
  // The same after one more stone on an empty cell, where winning() is none now.
  ShapeBits winning_after(const ShapeBoard& board, int bit, ShapeBits empty) const;

 private:
  struct Chain {
    ShapeBits stones = 0;
    ShapeBits beside = 0;     // its neighbours
    ShapeBits completes = 0;  // the cells with which it is a shape, without any other chain
    unsigned goals = 0;
  };

  static constexpr std::size_t kMaxChains = 13;  // cells of which no two are neighbours

  ShapeBits stones_ = 0;
  std::size_t count_ = 0;
  std::array<Chain, kMaxChains> chains_;
};

}  // namespace isthmus
