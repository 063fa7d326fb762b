#include "engine/captures/capture_task.hpp"

#include <array>
#include <cstddef>

namespace isthmus {

namespace {

// Of a colour's stones, those whose groups have an empty cell beside them.
CellSet with_liberties(const Board& board, const CellSet& stones, const CellSet& occupied) {
  CellSet found;
  std::array<Cell, kMaxCells> queue;
  std::size_t tail = 0;
  const auto reach = [&](Cell cell) {
    if (found.contains(cell)) return;
    found.insert(cell);
    queue[tail++] = cell;
  };
  stones.for_each([&](Cell cell) {
    for (const Cell next : board.neighbours(cell)) {
      if (!occupied.contains(next)) reach(cell);
    }
  });
  for (std::size_t head = 0; head < tail; ++head) {
    for (const Cell next : board.neighbours(queue[head])) {
      if (stones.contains(next)) reach(next);
    }
  }
  return found;
}

// The cell that a simple ko closes: the only empty one beside a last stone without neighbours of
// its colour. To play there captures that stone, so if it is illegal, then as it repeats a
// position.
std::optional<Cell> find_ko(const Game& game, const Position& position) {
  if (!position.last_move.is_cell()) return std::nullopt;
  const Cell last = position.last_move.cell();
  std::optional<Cell> liberty;
  for (const Cell next : game.board().neighbours(last)) {
    if (position.of(position.to_move).contains(next)) continue;
    if (position.occupied().contains(next) || liberty) return std::nullopt;
    liberty = next;
  }
  if (!liberty || game.is_legal(position, Move(*liberty))) return std::nullopt;
  return liberty;
}

}  // namespace

CaptureTask make_capture_task(const Game& game, const Position& position, std::uint32_t playouts,
                              std::uint64_t seed) {
  const CellSet occupied = position.occupied();
  return {.side = game.board().rows(),
          .black = with_liberties(game.board(), position.of(Colour::black), occupied),
          .white = with_liberties(game.board(), position.of(Colour::white), occupied),
          .to_move = position.to_move,
          .ko = find_ko(game, position),
          .playouts = playouts,
          .seed = seed};
}

}  // namespace isthmus
