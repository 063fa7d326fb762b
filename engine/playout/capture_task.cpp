#include "engine/playout/capture_task.hpp"

namespace isthmus {

namespace {

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
  return {.side = game.board().rows(),
          .black = position.of(Colour::black),
          .white = position.of(Colour::white),
          .to_move = position.to_move,
          .ko = find_ko(game, position),
          .playouts = playouts,
          .seed = seed};
}

}  // namespace isthmus
