#pragma once

#include <span>
#include <vector>

#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/theory/proof.hpp"

namespace isthmus {

// What is certain of the moves of an unfinished position, the swap among them, by the rules of the
// game. What is known is as if there were no swap: of the position, for its side to move (`own`),
// and of moves that place a stone, each legal (`stones`).
std::vector<ProvenMove> proven_moves(const Game& game, const Position& position, Proof own,
                                     std::span<const ProvenMove> stones);

}  // namespace isthmus
