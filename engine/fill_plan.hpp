#pragma once

#include <array>
#include <cstdint>

#include "engine/fill_keys.hpp"
#include "engine/fill_task.hpp"
#include "engine/move.hpp"

namespace isthmus {

// A FillTask made ready for drawing: checked, and with its cells in lists.
struct FillPlan {
  // Throws std::invalid_argument, naming what is wrong, for a task that is not as FillTask asks.
  explicit FillPlan(const FillTask& task);

  int rows;
  int columns;
  int side;          // of the reduction
  int blacks;        // among the single cells
  int single_count;  // empty cells in no bridge, in increasing order
  int pair_count;    // bridges
  int empty_count;   // single_count + 2 * pair_count
  std::uint32_t units;
  FillKeys keys;
  // The single cells, then the cells of the first bridge, of the second, ...
  std::array<std::uint16_t, kMaxCells> empty;
};

}  // namespace isthmus
