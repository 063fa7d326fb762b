#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "engine/shapes/shape_plan.hpp"
#include "engine/shapes/shape_task.hpp"
#include "gpu/shapes/quarter_hexagon.hpp"

namespace isthmus {

inline constexpr int kMaxShapeCells = QuarterHexagon<ShapeTask::kMaxSide>::kBoardCells;

// A ShapePlan as the device gets it.
struct DeviceShapeTask {
  std::uint64_t seed;
  std::uint32_t playouts;
  std::uint32_t unit;
  std::uint32_t units;
  std::uint32_t first_item;
  std::int32_t empty_count;
  ShapeProbes probes;
  bool black_moves;
  bool exact_end;
  // Of the empty cells, then of Black's, then of White's: QuarterHexagon::place().
  std::uint16_t black_count;
  std::uint16_t white_count;
  std::uint16_t places[kMaxShapeCells];
};

// That of a plan, with no items before its own; place_of(cell) gives the place of a cell on boards
// of its side.
template <class PlaceOf>
DeviceShapeTask device_shape_task(const ShapePlan& plan, const PlaceOf& place_of) {
  DeviceShapeTask task{};
  task.seed = plan.seed;
  task.playouts = plan.playouts;
  task.unit = plan.unit;
  task.units = plan.units;
  task.empty_count = plan.empty_count;
  task.probes = plan.probes;
  task.black_moves = plan.black_moves;
  task.exact_end = plan.exact_end;
  task.black_count = static_cast<std::uint16_t>(plan.black.size());
  task.white_count = static_cast<std::uint16_t>(plan.white.size());
  std::size_t count = 0;
  const auto add = [&](Cell cell) { task.places[count++] = place_of(cell); };
  std::for_each_n(plan.empty.begin(), plan.empty_count, add);
  plan.black.for_each(add);
  plan.white.for_each(add);
  return task;
}

// A batch: its tasks in parts of `units` units, the items, numbered through.
struct ShapeBatch {
  const DeviceShapeTask* tasks;
  std::uint32_t task_count;
  std::uint32_t item_count;
  std::uint32_t units;
  // For each task whether its position is decided, Black's wins, draws, then by place: the playouts
  // and Black's points where the mover has the cell, and those where its opponent has.
  std::uint32_t* counts;
  // ShapeKernel::scratch_words for each warp.
  std::uint32_t* scratch;
};

// The numbers in `counts` for a task.
template <int kSide>
inline constexpr std::size_t kShapeCountWords = 3 + 4 * QuarterHexagon<kSide>::kPlaces;

// A kernel, all of whose blocks must be on the device at a time (though nothing waits for others).
// A team of `team` warps does an item after the other.
struct ShapeKernel {
  int side;
  int team;
  int warps;  // of a block
  std::size_t shared_bytes;
  std::size_t scratch_words;  // of a warp
  std::size_t count_words;    // of a task
  const void* function;       // takes a ShapeBatch
};

// The units of which a warp plays some at a time.
inline constexpr std::uint32_t kShapeUnitsAtOnce = 8;

// For many items, where a warp plays one, of tasks to the board that decides or to the exact end;
// or for few, of either kind, where a block does.
enum class ShapeKernelKind { many, many_exact, few };
inline constexpr std::size_t kShapeKernelKinds = 3;

// The kernel for boards of a side, of those that a ShapeTask may have.
const ShapeKernel& shape_kernel(int side, ShapeKernelKind kind);

}  // namespace isthmus
