#pragma once

#include <array>
#include <cstdint>

#include "engine/cell_set.hpp"
#include "engine/fill_keys.hpp"
#include "engine/fill_task.hpp"
#include "engine/move.hpp"

namespace isthmus {

// A FillTask that was checked, and what follows from it.
struct CheckedTask {
  // Throws std::invalid_argument, naming what is wrong, for a task that is not as FillTask asks.
  explicit CheckedTask(const FillTask& task);

  int rows;
  int columns;
  int side;          // of the reduction
  int blacks;        // among the single cells
  int single_count;  // empty cells in no bridge
  int pair_count;    // bridges
  int empty_count;   // single_count + 2 * pair_count
  int generators;    // of each group of fills
  std::uint32_t units;
  FillKeys keys;
  CellSet single;
};

// The same made ready for drawing, with its cells in a list.
struct FillPlan : CheckedTask {
  explicit FillPlan(const FillTask& task);

  // The single cells in increasing order, then those of the first bridge, of the second, ...
  std::array<std::uint16_t, kMaxCells> empty;
};

}  // namespace isthmus
