#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/board/move.hpp"
#include "engine/fills/cpu_fill_backend.hpp"
#include "engine/fills/fill_task.hpp"

namespace isthmus {

// K-subsets of a grid's sites as production draws them: they are the black cells of the fills of an
// empty board, which FillKeys describes.
struct GridSubsets {
  std::uint64_t count = 0;  // of subsets that were drawn
  // The sum over all groups of 32 and all sites of (2 * (32 * row + column) + 1) * the group's
  // word of the site, modulo 2^32: whatever draws the same subsets comes to the same.
  std::uint32_t digest = 0;

  bool operator==(const GridSubsets&) const = default;
};

// The fills of an empty board with k black cells. `count` is a positive multiple of kFillsPerUnit.
inline FillTask grid_subsets_task(int rows, int columns, int k, std::uint32_t count,
                                  std::uint64_t seed) {
  FillTask task;
  task.rows = rows;
  task.columns = columns;
  task.reduction_side = rows + columns - 1;
  task.empty = CellSet::range(0, rows * columns);
  task.blacks = k;
  task.fills = count;
  task.seed = seed;
  return task;
}

// The reference. Throws std::invalid_argument for a task that is not as FillTask asks.
inline GridSubsets draw_grid_subsets_on_cpu(const FillTask& task) {
  const std::vector<std::uint32_t> words = CpuFillBackend().draw(task);
  const auto columns = static_cast<std::size_t>(task.columns);
  const auto cells = static_cast<std::size_t>(task.rows) * columns;
  GridSubsets drawn;
  drawn.count = words.size() / cells * 32;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t site = i % cells / columns * kMaxSide + i % cells % columns;
    drawn.digest += static_cast<std::uint32_t>(2 * site + 1) * words[i];
  }
  return drawn;
}

// The same by a kernel, for tasks of grid_subsets_task() with a side of 12 or more; also throws
// std::invalid_argument where no side is, and CudaError.
GridSubsets draw_grid_subsets(const FillTask& task);

}  // namespace isthmus
