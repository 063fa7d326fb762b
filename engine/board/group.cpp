#include "engine/board/group.hpp"

#include <array>

namespace isthmus {

Board::Goals group_goals(const Board& board, const CellSet& stones, Cell cell) {
  CellSet unseen = stones;
  unseen.erase(cell);
  std::array<Cell, kMaxCells> queue;
  queue[0] = cell;
  unsigned goals = 0;
  for (int head = 0, tail = 1; head < tail; ++head) {
    const Cell current = queue[static_cast<std::size_t>(head)];
    goals |= board.goals(current);
    for (Cell neighbour : board.neighbours(current)) {
      if (!unseen.contains(neighbour)) continue;
      unseen.erase(neighbour);
      queue[static_cast<std::size_t>(tail++)] = neighbour;
    }
  }
  return static_cast<Board::Goals>(goals);
}

}  // namespace isthmus
