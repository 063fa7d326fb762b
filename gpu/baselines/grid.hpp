#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace isthmus {

// A small set of sites (row, column), a word a row: bit `column` of row[row]. Sizes are from 1 to
// 32; bits beyond them are clear.
struct Grid {
  static constexpr int kMaxSide = 32;

  int rows;
  int columns;
  std::array<std::uint32_t, kMaxSide> row{};

  bool contains(int r, int c) const { return (row[static_cast<std::size_t>(r)] >> c) & 1; }
  void insert(int r, int c) { row[static_cast<std::size_t>(r)] |= std::uint32_t{1} << c; }

  int size() const {
    int count = 0;
    for (std::uint32_t word : row) count += std::popcount(word);
    return count;
  }

  // The grid of rows x columns with all sites.
  static Grid full(int rows, int columns) {
    Grid grid{rows, columns};
    for (int r = 0; r < rows; ++r) {
      grid.row[static_cast<std::size_t>(r)] = ~std::uint32_t{0} >> (kMaxSide - columns);
    }
    return grid;
  }

  friend bool operator==(const Grid&, const Grid&) = default;
};

}  // namespace isthmus
