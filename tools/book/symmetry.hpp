#pragma once

#include <string>
#include <vector>

#include "engine/game/game.hpp"

namespace isthmus::book {

// A way to lay a board onto itself under which a game stays the same.
struct Symmetry {
  std::vector<Cell> images;        // by cell
  bool exchanges_colours = false;  // whether each colour takes the other's part
};

// All symmetries of the game's board, that which changes nothing first.
//
// A rhombus looks the same after half a turn. A square one may be mirrored in either diagonal too,
// where the colours are exchanged: Black's edges become White's. This is what swap-pieces does with
// the first stone, so the position after the swap is the one before it. A triangle has the six of
// its shape, and its colours, which want the same, may be exchanged in each.
std::vector<Symmetry> symmetries(const Game& game);

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

}  // namespace isthmus::book
