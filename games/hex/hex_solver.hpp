#pragma once

#include <memory>

#include "engine/board/board.hpp"
#include "engine/theory/solver.hpp"
#include "games/hex/h_search.hpp"

namespace isthmus {

// What the search of a solver makes use of. Each may be left out, to see that the same side wins
// without it.
struct HexPieces {
  bool fills_in = true;            // dead cells, and pairs of captured ones
  bool joins_chains = true;        // decompositions
  bool leaves_vulnerable = true;   // cells
  bool prunes_by_carriers = true;  // moves that do not touch what refutes another
  bool recalls_wins = true;        // proven in other positions, of which these have what it takes
};

// Solves positions of Hex exactly, by depth-first proof-number search (Nagai 2002). Dead and
// captured cells are filled in; a virtual connection between the edges ends a line; only the
// must-play is searched, without vulnerable cells, and each move that is refuted narrows it to the
// cells that the refutation needs (Hayward, Björnsson, Johanson, Kan, Po and van Rijswijck,
// "Solving 7x7 Hex with domination, fill-in, and virtual connections", 2005).
// Beside its table it takes a quarter as many bytes, once they are used, for wins that serve in
// other positions (proven_wins.hpp). Throws std::invalid_argument for a board that is no rhombus.
// The board must outlive the solver; the limits are those of each search for connections, by
// default what suits the board.
std::unique_ptr<Solver> make_hex_solver(const Board& board, const SolverOptions& options);
std::unique_ptr<Solver> make_hex_solver(const Board& board, const SolverOptions& options,
                                        const ConnectionLimits& limits,
                                        const HexPieces& pieces = {});

}  // namespace isthmus
