#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <vector>

#include "engine/board/board.hpp"
#include "engine/board/cell_set.hpp"

namespace isthmus::test {

// Who has connected, from nothing but rows, columns and what the rules say in words. Of a Board it
// asks only its shape: neighbours and edges are its own.
//   rhombus   Black joins the first row to the last, White the first column to the last
//   triangle  the cells with row + column < side; both join the first row, the first column and
//             the long edge, row + column = side - 1, with one group
// Cells are neighbours at a distance of one on the hexagonal grid.
class Referee {
 public:
  explicit Referee(const Board& board)
      : Referee(board.goals().size() == 3, board.rows(), board.columns()) {}
  Referee(bool is_triangle, int rows, int columns)
      : is_triangle_(is_triangle), rows_(rows), columns_(columns) {}

  bool has_connected(const CellSet& stones, Colour colour) const {
    std::array<bool, kMaxCells> left{};
    stones.for_each([&](Cell cell) { left[cell] = true; });
    bool connected = false;
    stones.for_each([&](Cell first) {
      if (left[first]) connected = connected || flood(first, colour, left) == all_edges();
    });
    return connected;
  }

 private:
  static std::size_t at(int cell) { return static_cast<std::size_t>(cell); }

  unsigned all_edges() const { return is_triangle_ ? 7 : 3; }
  unsigned edges(int r, int c, Colour colour) const {
    if (is_triangle_) return bits(r == 0, c == 0, r + c == rows_ - 1);
    return colour == Colour::black ? bits(r == 0, r == rows_ - 1) : bits(c == 0, c == columns_ - 1);
  }
  static unsigned bits(bool a, bool b, bool c = false) {
    return (a ? 1U : 0U) | (b ? 2U : 0U) | (c ? 4U : 0U);
  }

  // Takes a group's stones out of `left` and returns the edges that they lie on.
  unsigned flood(int first, Colour colour, std::array<bool, kMaxCells>& left) const {
    std::vector<int> group{first};
    left[at(first)] = false;
    unsigned found = 0;
    for (std::size_t i = 0; i < group.size(); ++i) {
      const int r = group[i] / columns_, c = group[i] % columns_;
      found |= edges(r, c, colour);
      for (int dr = -1; dr <= 1; ++dr) {
        for (int dc = -1; dc <= 1; ++dc) {
          if (std::max({std::abs(dr), std::abs(dc), std::abs(dr + dc)}) != 1) continue;
          if (r + dr < 0 || r + dr >= rows_ || c + dc < 0 || c + dc >= columns_) continue;
          const int next = (r + dr) * columns_ + c + dc;
          if (!left[at(next)]) continue;
          left[at(next)] = false;
          group.push_back(next);
        }
      }
    }
    return found;
  }

  bool is_triangle_;
  int rows_;
  int columns_;
};

inline bool black_is_connected(const Board& board, const CellSet& black) {
  return Referee(board).has_connected(black, Colour::black);
}

}  // namespace isthmus::test
