#pragma once

#include <array>
#include <cstdint>

#include "engine/board/cell_set.hpp"
#include "engine/board/move.hpp"
#include "engine/fills/fill_task.hpp"
#include "engine/random/fill_keys.hpp"

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

  // Whether mixing_shift() is anything but 0.
  bool is_mixed() const { return single_count <= kMixedCells; }
};

// The same made ready for drawing, with its cells in a list.
struct FillPlan : CheckedTask {
  explicit FillPlan(const FillTask& task);

  // What the orders of the units are of: the single cells, or their numbers in the list of these
  // where the plan is mixed.
  const std::uint16_t* ordered() const { return is_mixed() ? kNumbers.data() : empty.data(); }

  // The single cells in increasing order, then those of the first bridge, of the second, ...
  std::array<std::uint16_t, kMaxCells> empty;

 private:
  static constexpr auto kNumbers = [] {
    std::array<std::uint16_t, kMixedCells> numbers{};
    for (std::uint16_t i = 0; i < kMixedCells; ++i) numbers[i] = i;
    return numbers;
  }();
};

}  // namespace isthmus
