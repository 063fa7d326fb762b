#pragma once

#include <string>
#include <vector>

#include "engine/game/game.hpp"

namespace isthmus {

// What a legal move does to bridges and edge templates, as far as that is certain
// (connections.hpp): "joins d7 by a bridge and the left edge by an edge template", "intrudes into
// the bridge d7-f6"; empty where there is nothing to say, in games in which connections lose, and
// for swaps.
std::string move_remark(const Game& game, const Position& position, Move move);

// Where a line of moves has a ladder: "a ladder along the bottom edge from d4 to f4". One side's
// stones go along the second row, each beside the one before, and have one way to the edge left
// that the other has to close, at least twice. Empty where there is none, as above.
std::string ladder_remark(const Game& game, const Position& position,
                          const std::vector<Move>& line);

}  // namespace isthmus
