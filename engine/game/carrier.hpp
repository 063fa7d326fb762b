#pragma once

#include <array>
#include <cstddef>

#include "engine/board/cell_set.hpp"
#include "engine/board/position.hpp"
#include "engine/game/game.hpp"

namespace isthmus {

// A carrier is a claim about an unfinished position: the winner wins, either side to move,
// though the other side has all empty cells but these. This is the position that puts the claim to
// the test: the loser's stones on all of them.
inline Position with_all_but(const Game& game, const Position& position, const CellSet& carrier,
                             Colour loser) {
  std::array<CellSet, 2> stones = position.stones;
  CellSet& of_loser = stones[static_cast<std::size_t>(loser)];
  of_loser = of_loser | (game.board().cells() - position.occupied() - carrier);
  return game.setup(stones[0], stones[1], position.to_move);
}

}  // namespace isthmus
