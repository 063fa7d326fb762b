#pragma once

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

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

// Who wins a position, and how.
struct Solution {
  Proof proof = Proof::unknown;  // for the side to move
  // A move that wins, where there is one, or else one that draws, and a line that goes on from it,
  // or how the loss may go; it ends where the solver knows the rest without looking on.
  std::vector<Move> line;
  // The winner wins even if all other empty cells are the loser's. All of them where nothing better
  // is known, none where proof is unknown.
  CellSet carrier;
  std::int64_t nodes = 0;  // positions that were looked into
  double seconds = 0;
};

// The same about each of the moves.
struct MoveProofs {
  CellSet wins;
  CellSet losses;
  CellSet draws;
  CellSet unknown;
  std::int64_t nodes = 0;
  double seconds = 0;
};

// Solves unfinished positions of one game, in which there is a legal move, exactly; the swap is
// left aside. What one call learns serves the next. Without limits of time, and as long as the
// calls are the same, so are the answers. Not to be used from several threads at once.
class Solver {
 public:
  // To remember, where nothing else is said.
  static constexpr std::size_t kBytes = std::size_t{64} << 20;

  virtual ~Solver() = default;

  virtual Solution solve(const Position& position, const SolveLimits& limits = {},
                         std::stop_token stop = {}) = 0;
  // Which moves win. The limits are for all of it.
  virtual MoveProofs solve_moves(const Position& position, const SolveLimits& limits = {},
                                 std::stop_token stop = {}) = 0;
};

}  // namespace isthmus
