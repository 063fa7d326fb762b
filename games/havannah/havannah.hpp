#pragma once

#include <memory>
#include <vector>

#include "engine/game/game.hpp"

namespace isthmus {

// Havannah (Christian Freeling, 1979), on a hexagon of hexagons with n cells a side.
//
//          c d e     The side that first has one of three shapes, of its own stones that are
//   1      . . .     joined by neighbours, wins:
//   2    . . . .       bridge  joins two of the six corners
//   3  . . . . .       fork    joins three of the six edges, to which no corner belongs
//   4  . . . .         ring    goes around at least one cell, whatever is on that
//   5  . . .         A full board without any is a draw. Black moves first.
//
// The board lies in a rhombus of side 2n - 1, here for n = 3; (row, column) is a cell where
// row + column is from n - 1 to 3n - 3. Both sides want the same, so under swap-pieces the stone
// stays where it is.
class Havannah : public Game {
 public:
  static constexpr const char* kName = "havannah";
  static constexpr int kMinSide = 3, kMaxSide = 16;

  // Throws std::invalid_argument for a side that is not from 1 to 16; the list of games begins at
  // kMinSide.
  Havannah(int side, SwapRule swap_rule) : Game(kName, make_board(side), swap_rule) {}

  // The cells a side.
  BoardSize size() const override { return {side(), side()}; }

  PlayoutRule playout_rule() const override { return PlayoutRule::shapes; }

  // The twelve of the hexagon, and each with the colours exchanged, as they want the same.
  std::vector<Symmetry> symmetries() const override;
  // For up to four cells a side: by threats, as far as these go.
  std::unique_ptr<Solver> own_solver(const SolverOptions& options) const override;

 protected:
  Result result_after(const Position& position, Cell last) const override;

 private:
  static Board make_board(int side);

  int side() const { return (board().rows() + 1) / 2; }
  bool closes_ring(const CellSet& stones, Cell last) const;
  bool is_surrounded(const CellSet& stones, Cell cell) const;
};

}  // namespace isthmus
