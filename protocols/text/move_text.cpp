#include "protocols/text/move_text.hpp"

#include "engine/base/lower_case.hpp"

namespace isthmus {

namespace {

std::string why_illegal(const Game& game, const Position& position, Move move) {
  const std::string name = game.name(move);
  switch (position.result) {
    case Result::black:
      return name + ": the game is over, Black has won";
    case Result::white:
      return name + ": the game is over, White has won";
    case Result::draw:
      return name + ": the game is over, it is drawn";
    case Result::ongoing:
      break;
  }
  if (move.is_cell()) {
    if (position.occupied().contains(move.cell())) return name + ": there is a stone";
    return name + ": the rules of " + game.name() + " forbid a stone there";
  }
  if (game.swap_rule() == SwapRule::none) return name + ": this game is played without swap";
  if (game.may_swap(position)) {
    return name + ": the swap rule is " + std::string(isthmus::name(game.swap_rule()));
  }
  return name + ": only the second player may swap, and only as the second turn";
}

}  // namespace

std::optional<Colour> find_colour(std::string_view text) {
  const std::string lower = lower_case(text);
  if (lower == "b" || lower == "black") return Colour::black;
  if (lower == "w" || lower == "white") return Colour::white;
  return std::nullopt;
}

std::string_view name(Colour colour) { return colour == Colour::black ? "black" : "white"; }

std::string_view mark(Result result) {
  switch (result) {
    case Result::black:
      return "B+";
    case Result::white:
      return "W+";
    case Result::draw:
      return "0";
    case Result::ongoing:
      break;
  }
  return {};
}

char letter(Colour colour) { return colour == Colour::black ? 'B' : 'W'; }

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string result = "'";
  for (char c : text.substr(0, kMost)) result += c >= ' ' && c <= '~' ? c : '?';
  if (text.size() > kMost) result += "...";
  return result + "'";
}

std::string cell_names(const Board& board) {
  if (board.shape() == Board::Shape::triangle) {
    return "a1, " + board.name(board.at(0, board.columns() - 1)) + " and " +
           board.name(board.at(board.rows() - 1, 0)) + " are the corners";
  }
  return "a1 to " + board.name(board.at(board.rows() - 1, board.columns() - 1));
}

Move parse_move(const Game& game, std::string_view name) {
  if (const auto move = game.find_move(name)) return *move;
  if (lower_case(name) == "pass") throw MoveError("pass: " + game.name() + " has no passes");
  throw MoveError(in_quotes(name) + " is no cell of this board (" + cell_names(game.board()) + ")");
}

void play_or_explain(Record& record, Colour colour, Move move) {
  if (record.play(colour, move)) return;
  Position position = record.position();
  position.to_move = colour;
  throw MoveError(why_illegal(record.game(), position, move));
}

}  // namespace isthmus
