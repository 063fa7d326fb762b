#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/game/game.hpp"
#include "tools/openings/openings.hpp"

namespace isthmus {

// Reads openings from a file of games or of lines of openings, in a format that `isthmus convert`
// reads: all moves of each game, or the first `max_moves`. Throws BadInput, which names the file
// and the game, for a game of another board or of another first position, an illegal move, and one
// that is over.
std::vector<Opening> read_openings(const std::string& path, const std::shared_ptr<const Game>& game,
                                   std::optional<int> max_moves);

}  // namespace isthmus
