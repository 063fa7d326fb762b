#pragma once

#include "protocols/formats/game_file.hpp"

namespace isthmus {

// Whether Black and White want the same in a game, so that either may be who begins.
bool has_like_colours(const Game& game);

// The same with White for Black and Black for White in all that tells them apart: moves, players,
// results, and properties of SGF that go by colour. Of a game with like colours.
GameFile with_colours_exchanged(GameFile file);

}  // namespace isthmus
