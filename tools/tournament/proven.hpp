#pragma once

#include <optional>

#include "engine/game/game.hpp"

namespace isthmus::tournament {

// The colour that cannot be stopped any more, either side to move: its stones and its bridges, no
// two of which have a cell in common, join the edges that it needs. Nothing where neither colour
// has that, where a swap is on offer, and for games that are not won by joining edges.
std::optional<Colour> proven_winner(const Game& game, const Position& position);

}  // namespace isthmus::tournament
