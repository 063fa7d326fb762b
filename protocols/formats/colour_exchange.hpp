#pragma once

#include "protocols/formats/game_file.hpp"

namespace isthmus {

// Whether Black and White want the same in a game, so that either may begin.
bool has_like_colours(const Game& game);

// Puts White for Black and Black for White in what names a colour beside the moves: players,
// results, and properties of SGF that go by colour.
void exchange_colours_of_text(GameFile& file);

}  // namespace isthmus
