#pragma once

#include <algorithm>
#include <vector>

#include "engine/board/move.hpp"

namespace isthmus {

// Keeps a player from moves near the root of a search: those named, or all but those named.
struct MoveRule {
  Colour player = Colour::black;
  bool allows = false;  // whether the moves named are the only ones allowed
  std::vector<Move> moves = {};
  int until_depth = 1;  // holds where fewer moves than this lead there from the root

  friend bool operator==(const MoveRule&, const MoveRule&) = default;
};

// Whether the rules let a player make this move after `depth` moves from the root.
inline bool permits(const std::vector<MoveRule>& rules, Colour player, Move move, int depth) {
  return std::all_of(rules.begin(), rules.end(), [&](const MoveRule& rule) {
    if (rule.player != player || depth >= rule.until_depth) return true;
    const bool is_named = std::find(rule.moves.begin(), rule.moves.end(), move) != rule.moves.end();
    return is_named == rule.allows;
  });
}

}  // namespace isthmus
