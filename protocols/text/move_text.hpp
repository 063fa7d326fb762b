#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/game/record.hpp"

namespace isthmus {

// A move that cannot be made; the message says which and why.
class MoveError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// "b", "B", "black", "Black", ... and the same for white; nothing for any other text.
std::optional<Colour> find_colour(std::string_view text);
// "black" or "white".
std::string_view name(Colour colour);
// 'B' or 'W'.
char letter(Colour colour);

// "B+", "W+" or "0" for a draw; empty while the game is on.
std::string_view mark(Result result);

// The text in quotes for use in a message: cut to 40 bytes, what is not printable ASCII as '?'.
std::string in_quotes(std::string_view text);

// Which cells the board has, for messages: "a1 to k11".
std::string cell_names(const Board& board);

// The move with this name, in either case, legal or not. Throws MoveError.
Move parse_move(const Game& game, std::string_view name);

// Plays a move for `colour`, even out of turn. Throws MoveError, and does nothing, if it is not
// legal.
void play_or_explain(Record& record, Colour colour, Move move);

}  // namespace isthmus
