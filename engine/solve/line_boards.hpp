#pragma once

#include <array>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/position.hpp"
#include "engine/game/game.hpp"
#include "engine/solve/proof_grounds.hpp"

namespace isthmus {

// The boards of the line that is searched, each before the next move, and what proofs rest on among
// them where positions may not come again.
template <int kWords>
class LineBoards {
 public:
  using Stones = std::array<CellSet, 2>;
  using Grounds = ProofGrounds<kWords>;

  // The game must outlive this.
  explicit LineBoards(const Game& game) : game_(game) {}

  void clear() { boards_.clear(); }
  void push(const Stones& stones) { boards_.push_back(stones); }
  void pop() { boards_.pop_back(); }
  // How many there are: the turn of the position that they lead to.
  int ply() const { return static_cast<int>(boards_.size()); }

  // What the end of a game rests on, by a move from `before` on the cell to `position`.
  Grounds end_of(const Position& before, Cell cell, const Position& position) const;
  // Adds the boards that the side to move may not bring back. Those before the first of the line
  // forbid as much in all of the search.
  void add_forbidden(const Position& position, Grounds& grounds) const;
  // Whether no board of the line is among those of a proof.
  bool is_clear_of(const Grounds& grounds) const;

 private:
  int first_ply_of(const Stones& stones) const;

  const Game& game_;
  std::vector<Stones> boards_;
};

}  // namespace isthmus
