#pragma once

#include <array>

#include "engine/base/union_find.hpp"
#include "engine/game/board.hpp"
#include "engine/game/cell_set.hpp"

namespace isthmus {

// Whether black cells are connected on a filled board, by union-find: top to bottom on a
// rhombus, all three sides on a triangle.
inline bool black_is_connected(const Board& board, const CellSet& black) {
  UnionFind<kMaxCells> sets(static_cast<std::size_t>(board.cell_range()));
  black.for_each([&](Cell cell) {
    for (Cell neighbour : board.neighbours(cell)) {
      if (black.contains(neighbour)) sets.unite(cell, neighbour);
    }
  });
  const unsigned goal = board.goals().size() == 4
                            ? Board::kTop | Board::kBottom
                            : Board::kTriangleTop | Board::kTriangleLeft | Board::kTriangleLong;
  std::array<unsigned, kMaxCells> edges{};
  bool connected = false;
  black.for_each([&](Cell cell) {
    const unsigned all = edges[sets.find(cell)] |= board.goals(cell);
    connected |= (all & goal) == goal;
  });
  return connected;
}

}  // namespace isthmus
