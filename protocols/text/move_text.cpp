#include "protocols/text/move_text.hpp"

#include <algorithm>
#include <vector>

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
  return name + ": only White may swap, and only the one stone that Black began with";
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
  if (board.is_full()) {
    return "a1 to " + board.name(board.at(board.rows() - 1, board.columns() - 1));
  }
  // The ends of the first row, of the longest, and of the last, each once.
  int longest = 0;
  for (int r = 0; r < board.rows(); ++r) {
    if (board.row_cells(r).count > board.row_cells(longest).count) longest = r;
  }
  std::vector<std::string> corners;
  for (int r : {0, longest, board.rows() - 1}) {
    for (int c : {board.row_cells(r).first, board.row_cells(r).end() - 1}) {
      const std::string name = board.name(board.at(r, c));
      if (std::find(corners.begin(), corners.end(), name) == corners.end()) corners.push_back(name);
    }
  }
  std::string text = corners.front();
  for (std::size_t i = 1; i < corners.size(); ++i) {
    text += (i + 1 < corners.size() ? ", " : " and ") + corners[i];
  }
  return text + " are the corners";
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
