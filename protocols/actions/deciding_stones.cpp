#include "protocols/actions/deciding_stones.hpp"

#include "engine/board/group.hpp"

namespace isthmus {

CellSet deciding_stones(const Game& game, const Position& position) {
  if (position.result == Result::ongoing || position.result == Result::draw) return {};
  const Colour winner = position.result == Result::black ? Colour::black : Colour::white;
  const auto decides = [&](Colour colour, const CellSet& stones) {
    const CellSet none;
    const bool is_black = colour == Colour::black;
    return game.setup(is_black ? stones : none, is_black ? none : stones, position.to_move)
               .result == position.result;
  };
  for (const Colour colour : {winner, opponent(winner)}) {
    CellSet stones = position.of(colour);
    if (!decides(colour, stones)) continue;
    // The last stone's group is the one, where it was not there before.
    if (position.last_move.is_cell() && stones.contains(position.last_move.cell())) {
      const CellSet group = group_of(game.board(), stones, position.last_move.cell());
      if (decides(colour, group)) stones = group;
    }
    CellSet needed = stones;
    stones.for_each([&](Cell cell) {
      CellSet fewer = needed;
      fewer.erase(cell);
      if (decides(colour, fewer)) needed = fewer;
    });
    return needed;
  }
  return {};
}

}  // namespace isthmus
