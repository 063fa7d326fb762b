#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/board/board_size.hpp"
#include "engine/game/game.hpp"

namespace isthmus {

// Reads "11", or "13x9" with the columns first; nothing for any other text.
std::optional<BoardSize> parse_size(std::string_view text);

// The board that the game is played on where none is asked for; of side 1 for an unknown game.
BoardSize default_size(std::string_view game_name);

// The game that the options --game, --size and --swap ask for, each as text; without a size on the
// board where it is usually played. Throws BadInput, which names the option.
std::shared_ptr<const Game> choose_game(const std::string& name,
                                        const std::optional<std::string>& size,
                                        const std::string& swap);

}  // namespace isthmus
