#pragma once

#include <cstdint>
#include <filesystem>

#include "engine/game/game.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus::solve {

// What came of all runs that led to a checkpoint.
struct Totals {
  std::int64_t nodes = 0;
  double seconds = 0;
};

// How many levels the search of a solver has: what it remembers is of no use to others.
enum class Levels : std::uint8_t { one = 1, two = 2 };

// Writes what the solver of this game remembers to a file that is put in place of what was there
// once it is whole and on the disk; README.md says what it looks like. The solver may be at work.
// Throws std::runtime_error, its message for the user.
void write_checkpoint(const std::filesystem::path& path, const Game& game, const Solver& solver,
                      Levels levels, const Totals& totals);

// Has the solver of this game remember what is in such a file. Throws BadInput where that is none,
// is damaged, or is of another game, board or kind of solver; the file stays as it is, and the
// solver is not to be used then.
Totals read_checkpoint(const std::filesystem::path& path, const Game& game, Solver& solver,
                       Levels levels);

}  // namespace isthmus::solve
