#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <vector>

#include "engine/game/board.hpp"
#include "engine/game/cell_set.hpp"
#include "engine/game/move.hpp"
#include "engine/game/position.hpp"
#include "engine/game/proof.hpp"

namespace isthmus {

// When to give up; the first limit that is reached counts.
struct SolveLimits {
  std::int64_t nodes = 0;  // 0: no limit
  double seconds = 0;      // 0: no limit
};

// Who wins a position of Hex, and how.
struct Solution {
  Proof proof = Proof::unknown;  // for the side to move
  // A move that wins, where there is one, and a line that goes on from it, or how the loss may go;
  // it ends where connections decide.
  std::vector<Move> line;
  // The winner wins even if all other empty cells are the loser's. Empty where proof is unknown.
  CellSet carrier;
  std::int64_t nodes = 0;  // positions that were looked into
  double seconds = 0;
};

// The same about each of the moves.
struct MoveProofs {
  CellSet wins;
  CellSet losses;
  CellSet unknown;
  std::int64_t nodes = 0;
  double seconds = 0;
};

// Solves positions of Hex exactly, by depth-first proof-number search (Nagai 2002). Dead and
// captured cells are filled in; a virtual connection between the edges ends a line; only the
// must-play is searched, without vulnerable cells, and each move that is refuted narrows it to the
// cells that the refutation needs (Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck,
// "Solving 7x7 Hex with domination, fill-in, and virtual connections", 2005). The swap is left
// aside. What one call learns serves the next. Without limits of time, and as long as the calls are
// the same, so are the answers.
class Solver {
 public:
  static constexpr std::size_t kDefaultBytes = std::size_t{64} << 20;

  // Throws std::invalid_argument for a board that is no rhombus. The board must outlive the solver.
  explicit Solver(const Board& board, std::size_t bytes = kDefaultBytes);
  ~Solver();

  Solution solve(const Position& position, const SolveLimits& limits = {},
                 std::stop_token stop = {});
  // Which moves win. The limits are for all of it.
  MoveProofs solve_moves(const Position& position, const SolveLimits& limits = {},
                         std::stop_token stop = {});

 private:
  class Implementation;
  template <int kWords>
  class Sized;

  const Board& board_;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace isthmus
