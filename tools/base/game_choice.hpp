#pragma once

#include <optional>
#include <string_view>

#include "engine/board/board_size.hpp"

namespace isthmus {

// Reads "11", or "13x9" with the columns first; nothing for any other text.
std::optional<BoardSize> parse_size(std::string_view text);

// The board that the game is played on where none is asked for; of side 1 for an unknown game.
BoardSize default_size(std::string_view game_name);

}  // namespace isthmus
