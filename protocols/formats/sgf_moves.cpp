#include "protocols/formats/sgf_moves.hpp"

#include <algorithm>

#include "engine/base/lower_case.hpp"

namespace isthmus {

namespace {

bool is_two_letters(std::string_view text) {
  return text.size() == 2 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// The swap rule that a line's swap belongs to, if it has one.
std::optional<SwapRule> swap_of(const SgfLine& line) {
  const SgfProperty* swap = nullptr;
  for (const SgfNode& node : line.nodes) {
    const SgfProperty* move = find_sgf_move(node);
    if (move == nullptr) continue;
    const std::string text = lower_case(move->values[0].text);
    // Anybody may resign at any time.
    if (text == "resign" || text == "forfeit" || text == "pass") continue;
    // Who moves on after a swap of pieces is the opponent.
    if (swap != nullptr) return move->name == swap->name ? SwapRule::sides : SwapRule::pieces;
    if (text == name(SwapRule::sides)) return SwapRule::sides;
    if (is_sgf_swap(text)) swap = move;
  }
  return swap != nullptr ? std::optional(SwapRule::pieces) : std::nullopt;
}

}  // namespace

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

std::optional<Move> find_sgf_cell(const Game& game, std::string_view text) {
  const Board& board = game.board();
  if (is_two_letters(text)) {
    const int column = text[0] - 'a', row = text[1] - 'a';
    if (!board.has(row, column)) return std::nullopt;
    return Move(board.at(row, column));
  }
  if (const auto cell = board.find(text)) return Move(*cell);
  return std::nullopt;
}

SgfDialect sgf_dialect(const SgfTree& tree) {
  SgfDialect dialect;
  bool has_setup = false;
  for (const SgfNode& node : tree[0].nodes) {
    for (const SgfProperty& property : node) has_setup |= property.name == "PL";
    if (const SgfProperty* move = find_sgf_move(node)) {
      dialect.colours_exchanged =
          !has_setup && move->name == "W" && is_two_letters(move->values[0].text);
      break;
    }
  }
  for (const SgfLine& line : tree) {
    dialect.swap = swap_of(line);
    if (dialect.swap) break;
  }
  return dialect;
}

}  // namespace isthmus
