#include "engine/game/group.hpp"

#include <array>

namespace isthmus {

std::uint8_t group_edges(const Board& board, const CellSet& stones, Cell cell) {
  CellSet unseen = stones;
  unseen.erase(cell);
  std::array<Cell, kMaxCells> queue;
  queue[0] = cell;
  unsigned edges = 0;
  for (int head = 0, tail = 1; head < tail; ++head) {
    const Cell current = queue[static_cast<std::size_t>(head)];
    edges |= board.edges(current);
    for (Cell neighbour : board.neighbours(current)) {
      if (!unseen.contains(neighbour)) continue;
      unseen.erase(neighbour);
      queue[static_cast<std::size_t>(tail++)] = neighbour;
    }
  }
  return static_cast<std::uint8_t>(edges);
}

}  // namespace isthmus
