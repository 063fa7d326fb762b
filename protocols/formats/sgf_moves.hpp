#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/game/game.hpp"
#include "protocols/formats/sgf_tree.hpp"

namespace isthmus {

// Whether a property is B or W, and the first one of a node that is, or null.
bool is_sgf_move(const SgfProperty& property);
const SgfProperty* find_sgf_move(const SgfNode& node);

// Whether a move, in lower case, is a swap under one of its names.
bool is_sgf_swap(std::string_view text);

// The cell of a name such as "c3", or of two letters, column and row; nothing for other texts.
std::optional<Move> find_sgf_cell(const Game& game, std::string_view text);

// How a file differs from the standard; see sgf.hpp.
struct SgfDialect {
  bool colours_exchanged = false;  // B is what we call White
  std::optional<SwapRule> swap;    // by the first swap among the moves of any line
};
SgfDialect sgf_dialect(const SgfTree& tree);

}  // namespace isthmus
