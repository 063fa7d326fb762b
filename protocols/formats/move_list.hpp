#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/game/record.hpp"
#include "protocols/formats/game_file.hpp"

namespace isthmus {

// Moves that follow each other in links without anything between: "b4:sh4a10".

// Takes the first token off the text: letters and digits, "b4", or one of `marks`, which begin
// with a colon and do not begin each other, as a whole. Throws FormatError where there is neither.
std::string_view take_move(std::string_view& text, std::span<const std::string_view> marks = {});

// The game on a board as links give it, "11" or "11x9", columns first. `rest` is what follows the
// size. Throws FormatError for a side that is not in 1..32 or a rule that does not fit the board.
std::shared_ptr<const Game> linked_game(std::string_view text, SwapRule swap_rule,
                                        std::string_view& rest);

// What is behind the first '#' of a link, or all of a text that begins with a digit, with %XX
// replaced by the character that it stands for. Throws FormatError where there is neither.
std::string link_fragment(std::string_view link);

// Whether a text begins as what stands behind the '#' of a link does: "11r9c1,b4".
bool is_bare_fragment(std::string_view text);

// Plays a move by its name. Throws FormatError that says which move of the record it was to be.
void play_named(Record& record, Colour colour, std::string_view name);
void play_checked(Record& record, Colour colour, Move move);

// The names of the cells in turn, for formats whose moves alternate from Black on: throws
// FormatError that names the format where those of the game do not, or stones were set up.
void require_alternation(const GameFile& file, std::string_view format);

}  // namespace isthmus
