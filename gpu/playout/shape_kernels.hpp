#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/playout/shape_plan.hpp"
#include "engine/playout/shape_task.hpp"

namespace isthmus {

// The kernels play boards of up to this side.
inline constexpr int kMaxShapeSide = 8;
inline constexpr int kMaxShapeCells = 3 * kMaxShapeSide * (kMaxShapeSide - 1) + 1;

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
  // Of the empty cells, then of Black's, then of White's: HalfHexagon::place(), and its number.
  std::uint8_t black_count;
  std::uint8_t white_count;
  std::uint8_t places[kMaxShapeCells];
  std::uint16_t cells[kMaxShapeCells];
};

// A batch: its tasks in parts of `units` units, the items, numbered through.
struct ShapeBatch {
  const DeviceShapeTask* tasks;
  std::uint32_t task_count;
  std::uint32_t item_count;
  std::uint32_t units;
  // For each task whether its position is decided, Black's wins, draws, then the four parts of
  // OutcomeCounts.
  std::uint32_t* counts;
  // shape_scratch_words() for each warp.
  std::uint32_t* scratch;
};

// The numbers in `counts` for a task.
ISTHMUS_HOST_DEVICE constexpr std::size_t shape_count_words(int side) {
  return 3 + 4 * static_cast<std::size_t>((2 * side - 1) * (2 * side - 1));
}

// A kernel, all of whose blocks must be on the device at a time (though nothing waits for others).
// A team of `team` warps does an item after the other.
struct ShapeKernel {
  int side;
  int team;
  int warps;  // of a block
  std::size_t shared_bytes;
  std::size_t scratch_words;  // of a warp
  const void* function;       // takes a ShapeBatch
};

// The units of which a warp plays some at a time.
inline constexpr std::uint32_t kShapeUnitsAtOnce = 16;

// The kernel for boards of a side from 3 to kMaxShapeSide: for few items, where a block plays one
// item, or for many, where a warp does.
const ShapeKernel& shape_kernel(int side, bool few);

}  // namespace isthmus
