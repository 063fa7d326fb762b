#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/board/position.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// A cell on which a stone of the mover dies when the opponent answers on the killer. The mover has
// another winning move if it has one: no vulnerable cell need be played, whatever the others are.
struct VulnerableCell {
  Cell cell;
  Cell killer;
};

// A cell that is the mover's, or dead, once the mover plays on another, and so no better a move
// than that one.
struct DominatedCell {
  Cell cell;
  Cell by;
};

// Cells that it is certain need not be played on.
struct InferiorCells {
  CellSet dead;                     // their colour changes no winner
  std::array<CellSet, 2> captured;  // by colour: as good as its stones, either side to move
  // Of those that are left, for the side to move, in increasing order.
  std::vector<VulnerableCell> vulnerable;
  std::vector<DominatedCell> dominated;
};

// A virtual connection between two ends of a colour.
struct VirtualConnection {
  CellSet carrier;  // the empty cells that it needs, without the ends
  // Where the colour has to play first, if it has to (a semi-connection).
  std::optional<Cell> key;
};

// The virtual connections of one colour in a position. An end is a chain of stones (an edge with
// its stones is one) or an empty cell, which counts as if the colour had it; the colour's edges are
// the ends 0 and 1.
class VirtualConnections {
 public:
  virtual ~VirtualConnections() = default;

  // Forgets what was there, and finds the connections of the colour. To be called before the rest.
  virtual void find(const Position& position, Colour colour) = 0;

  virtual int end_count() const = 0;
  // The end on this cell; nothing on a stone of the opponent.
  virtual std::optional<int> end_of(Cell cell) const = 0;
  // The cell of the end, or the chain's stones.
  virtual CellSet cells_of(int end) const = 0;
  // Those between two different ends, by size of carrier: which hold with either side to move, and
  // those that do if the colour moves first.
  virtual std::vector<VirtualConnection> full(int a, int b) const = 0;
  virtual std::vector<VirtualConnection> semi(int a, int b) const = 0;
  // The cells off which the opponent may not play first, or the colour joins its edges. All empty
  // cells where it is not seen to.
  virtual CellSet must_play() const = 0;
};

// What is certain in the positions of one game, beside its rules.
class Theory {
 public:
  virtual ~Theory() = default;

  // The dead and captured cells alone.
  virtual InferiorCells fill_in(const Position& position) const = 0;
  // All that are known, for the side to move.
  virtual InferiorCells inferior_cells(const Position& position) const = 0;
  virtual std::unique_ptr<VirtualConnections> make_connections() const = 0;
  // The empty cells that the side to move may leave, as the opponent would join its edges: off the
  // must-play, on the board as filled in.
  virtual CellSet not_to_play(const Position& position) const = 0;

  // A solver, which the game must outlive.
  virtual std::unique_ptr<Solver> make_solver(const SolverOptions& options) const = 0;
};

}  // namespace isthmus
