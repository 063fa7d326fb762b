#pragma once

#include <cstdint>

#include "gpu/neighbourhood.hpp"
#include "gpu/seed_run.hpp"

// Who is connected, as kernels: Borsos' sweeps (connection.hpp), and majority reduction, which is
// the fast way to the same. Every site is occupied with chance 1/2.

namespace isthmus {

// What sweeps came to.
struct SweepTotals {
  std::uint64_t connected;  // grids
  std::uint64_t sweeps;
};

// Sweeps over grids of side x side, one a thread and round; see sweep_naturally() and
// sweep_reordered(). Sides are from 8 to 32.
SweepTotals run_natural_sweeps(Neighbourhood neighbourhood, int side, const SeedRun& run);
SweepTotals run_reordered_sweeps(Neighbourhood neighbourhood, int side, const SeedRun& run);

// What reductions came to.
struct ReductionTotals {
  std::uint64_t connected;  // boards
  std::uint64_t boards;
};

// Reduces boards of rows x columns, each from 1 to 32, as majority_reduction() does; `side` is that
// of the reduction: rows + columns - 1 for a rhombus, rows = columns = side for a triangle.
//
// Where both fit the last of kRegisterSides, a thread reduces 32 boards a round, whose words are
// drawn cell by cell. Others are reduced by rows (row_reduction.hpp), boards_a_row(columns) at a
// time, whose words are drawn row by row.
ReductionTotals run_reductions(int rows, int columns, int side, const SeedRun& run);

}  // namespace isthmus
