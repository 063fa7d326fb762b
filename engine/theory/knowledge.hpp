#pragma once

#include <array>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"

namespace isthmus {

// What is certain of a position.
struct KnownPosition {
  // Who wins, where that is known.
  Result result = Result::ongoing;
  // A move by which the side to move does, where one is known.
  Move best = Move::none();
  // Empty cells that may be taken to be a colour's: neither who wins, nor which of the moves on
  // other cells win, depends on them.
  std::array<CellSet, 2> filled{};
  // Moves on cells that are not filled, the most promising first: if the side to move wins, it wins
  // by one of these. Only where neither a result for the opponent nor a best move is known.
  std::vector<Cell> moves{};
};

// What is certain in the positions of one game beside its rules, for a search of proofs. For games
// without draws and without rules about repetition. Not to be used from several threads at once.
class Knowledge {
 public:
  virtual ~Knowledge() = default;

  // Of an unfinished position.
  virtual KnownPosition about(const Position& position) = 0;
};

}  // namespace isthmus
