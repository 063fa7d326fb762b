#pragma once

#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus {

// Plays a position on to its end, or to `max_moves` moves more, each one drawn uniformly from the
// legal ones that place a stone. What is not decided by then counts as a draw: the result is never
// ongoing. The cells left empty are then dealt out at random, in turns from the side to move on, as
// if the game went on to the full board: so in games that a full board decides, stones are placed
// exactly as by a fill of the empty cells.
void play_out(const Game& game, int max_moves, SplitMix64& random, Position& position);

}  // namespace isthmus
