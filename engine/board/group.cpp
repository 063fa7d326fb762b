#include "engine/board/group.hpp"

#include <array>

namespace isthmus {

namespace {

// Calls visit(Cell) for each cell of the group.
template <class Visit>
void for_each_of_group(const Board& board, const CellSet& stones, Cell cell, Visit&& visit) {
  CellSet unseen = stones;
  unseen.erase(cell);
  std::array<Cell, kMaxCells> queue;
  queue[0] = cell;
  for (int head = 0, tail = 1; head < tail; ++head) {
    const Cell current = queue[static_cast<std::size_t>(head)];
    visit(current);
    for (Cell neighbour : board.neighbours(current)) {
      if (!unseen.contains(neighbour)) continue;
      unseen.erase(neighbour);
      queue[static_cast<std::size_t>(tail++)] = neighbour;
    }
  }
}

}  // namespace

CellSet group_of(const Board& board, const CellSet& stones, Cell cell) {
  CellSet group;
  for_each_of_group(board, stones, cell, [&](Cell stone) { group.insert(stone); });
  return group;
}

Board::Goals group_goals(const Board& board, const CellSet& stones, Cell cell) {
  unsigned goals = 0;
  for_each_of_group(board, stones, cell, [&](Cell stone) { goals |= board.goals(stone); });
  return static_cast<Board::Goals>(goals);
}

}  // namespace isthmus
