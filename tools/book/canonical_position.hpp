#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game/game.hpp"

namespace isthmus::book {

// A position, the same for all that symmetries turn into each other.
class CanonicalPosition {
 public:
  // The symmetries, which must outlive this, are those of the position's game.
  CanonicalPosition(const Game& game, const std::vector<Symmetry>& symmetries,
                    const Position& position);

  // Who is to move, Black's stones, White's stones: "B e5/c3".
  const std::string& text() const { return text_; }
  // A cell of the position as it is here; of several that come to the same, the first.
  Cell canonical(Cell cell) const;
  // A cell of the position that is `cell` here.
  Cell original(Cell cell) const;

 private:
  std::vector<const Symmetry*> views_;  // those that lead here from the position
  std::string text_;
};

// The position that such a text says; nothing for one that says none of this game.
std::optional<Position> read_position(const Game& game, std::string_view text);

}  // namespace isthmus::book
