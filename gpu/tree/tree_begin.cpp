#include "gpu/tree/tree_begin.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace isthmus {

namespace {

void set_rows(const CellSet& cells, unsigned columns, std::uint32_t (&rows)[kTreeRows]) {
  cells.for_each([&](Cell cell) { rows[cell / columns] |= 1U << cell % columns; });
}

}  // namespace

TreeBegin make_tree_begin(int slot, const TreeGame& game, int columns_of_board) {
  const auto columns = static_cast<unsigned>(columns_of_board);
  TreeBegin begun{};
  begun.number = static_cast<std::uint32_t>(slot);
  begun.slot.seed = game.seed;
  begun.slot.moves = game.position.moves_played;
  begun.slot.is_playing = 1;
  begun.slot.plays_on = game.plays_on ? 1 : 0;
  begun.slot.is_for_one_move = game.is_for_one_move ? 1 : 0;
  begun.slot.mover = static_cast<std::uint8_t>(game.position.to_move);
  for (std::size_t colour = 0; colour < 2; ++colour) {
    set_rows(game.position.stones[colour], columns, begun.stones.rows[colour]);
  }
  const Move last = game.position.last_move;
  begun.slot.last =
      last.is_cell()
          ? static_cast<std::uint16_t>(256 * (last.cell() / columns) + last.cell() % columns)
          : kNoSpot;
  return begun;
}

TreePast make_tree_past(const TreeGame& game, int columns) {
  TreePast past{};
  past.key_count = static_cast<std::uint32_t>(game.position.history.size());
  for (std::size_t colour = 0; colour < 2 && past.key_count > 0; ++colour) {
    if (game.taken) {
      set_rows((*game.taken)[colour], static_cast<unsigned>(columns), past.taken[colour]);
    } else {
      std::fill(std::begin(past.taken[colour]), std::end(past.taken[colour]), ~0U);
    }
  }
  return past;
}

}  // namespace isthmus
