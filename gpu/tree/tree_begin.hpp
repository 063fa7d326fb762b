#pragma once

#include "gpu/tree/tree_games.hpp"
#include "gpu/tree/tree_layout.hpp"

namespace isthmus {

// What a slot of a device begins with, on a board of this many columns.
TreeBegin make_tree_begin(int slot, const TreeGame& game, int columns);

// What it remembers then, in a game with captures; its keys are those of the position's history.
TreePast make_tree_past(const TreeGame& game, int columns);

}  // namespace isthmus
