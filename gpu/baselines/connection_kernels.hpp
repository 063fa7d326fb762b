#pragma once

#include <cstdint>

#include "gpu/baselines/baseline_run.hpp"
#include "gpu/baselines/neighbourhood.hpp"
#include "gpu/fills/board_sides.hpp"

// Who is connected, as kernels: Borsos' sweeps (connection.hpp), and majority reduction, which is
// the fast way to the same. Every site is occupied with probability 1/2.

namespace isthmus {

// What sweeps came to.
struct SweepTotals {
  std::uint64_t connected;  // grids
  std::uint64_t sweeps;
};

// Sweeps over grids of side x side, one a thread and round; see sweep_naturally() and
// sweep_reordered(). Sides are from 8 to 32.
SweepTotals run_natural_sweeps(Neighbourhood neighbourhood, int side, const BaselineRun& run);
SweepTotals run_reordered_sweeps(Neighbourhood neighbourhood, int side, const BaselineRun& run);

// What reductions came to.
struct ReductionTotals {
  std::uint64_t connected;  // boards
  std::uint64_t boards;
};

// Whether 32 boards of rows x columns and the reduction side `side` are reduced at a time, a word a
// cell, as that is faster: boards as large as the rhombus that a kernel is made for, or not much
// smaller. Others are reduced by rows, boards_a_row(columns) at a time (row_reduction.hpp).
constexpr bool is_reduced_by_cells(int rows, int columns, int side) {
  constexpr int kLastPart = 11;  // where rows are no faster for most parts of a rhombus
  for (int whole : kRegisterSides) {
    if (rows == whole && columns == whole && side == 2 * whole - 1) return true;
  }
  const bool is_narrow = rows > 8 && columns <= 8;
  return rows <= kLastPart && columns <= kLastPart && !is_narrow;
}

// Reduces boards of rows x columns, each from 1 to 32, as majority_reduction() does; `side` is that
// of the reduction: rows + columns - 1 for a rhombus, rows = columns = side for a triangle. Words
// are drawn cell by cell, or row by row, first the even columns of a row and then the odd. Of a
// word of a row, the lowest bits are drawn for the last column.
ReductionTotals run_reductions(int rows, int columns, int side, const BaselineRun& run);

}  // namespace isthmus
