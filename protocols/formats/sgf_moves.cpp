#include "protocols/formats/sgf_moves.hpp"

#include <algorithm>
#include <array>

#include "protocols/text/move_text.hpp"

namespace isthmus {

bool is_sgf_move(const SgfProperty& property) {
  return property.name == "B" || property.name == "W";
}

const SgfProperty* find_sgf_move(const SgfNode& node) {
  const auto move = std::find_if(node.begin(), node.end(), is_sgf_move);
  return move != node.end() ? &*move : nullptr;
}

bool is_sgf_swap(std::string_view text) {
  return text == "swap" || text == name(SwapRule::pieces) || text == name(SwapRule::sides);
}

bool is_two_letters(std::string_view text) {
  return text.size() == 2 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::optional<Move> find_sgf_cell(const Game& game, std::string_view text,
                                  std::optional<HavannahCells> cells) {
  const Board& board = game.board();
  if (!cells && is_two_letters(text)) {
    const int column = text[0] - 'a', row = text[1] - 'a';
    if (!board.has(row, column)) return std::nullopt;
    return Move(board.at(row, column));
  }
  const auto cell = cells ? find_havannah_cell(board, text, *cells) : board.find(text);
  return cell ? std::optional(Move(*cell)) : std::nullopt;
}

std::string sgf_cell_error(const Game& game, std::string_view text,
                           std::optional<HavannahCells> cells) {
  const Board& board = game.board();
  const std::string wrong = in_quotes(text) + " is no cell of this board (";
  if (!cells) return wrong + cell_names(board) + ")";
  const auto first = static_cast<Cell>(board.row_cells(0).first);
  const Cell last = board.at(board.rows() - 1, board.row_cells(board.rows() - 1).end() - 1);
  return wrong + havannah_cell_name(board, first, *cells) + " to " +
         havannah_cell_name(board, last, *cells) + " as " + std::string(name(*cells)) +
         " names them)";
}

bool names_sgf_cells(std::string_view property) {
  constexpr std::array<std::string_view, 12> kNames{"AR", "CR", "DD", "LB", "LN", "MA",
                                                    "SL", "SQ", "TB", "TR", "TW", "VW"};
  return std::find(kNames.begin(), kNames.end(), property) != kNames.end();
}

}  // namespace isthmus
