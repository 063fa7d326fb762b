#pragma once

#include <cstdint>

#include "engine/fill_task.hpp"

// How a warp shares out fills: it works on two units of kFillsPerUnit at a time, each lane on one
// group of 32 fills, the lanes 0 to 15 on the first unit.

namespace isthmus {

inline constexpr int kWarpLanes = 32;
inline constexpr unsigned kAllLanes = ~0u;
inline constexpr int kUnitLanes = static_cast<int>(kFillsPerUnit) / 32;
static_assert(2 * kUnitLanes == kWarpLanes);

// The words of a warp's boards lie in shared memory cell by cell, so that each lane is at home in
// a bank of its own. The cells are kCellStride words apart, that the words of four lanes and eight
// cells, which the tally reads at a time, are in 32 banks.
inline constexpr int kCellStride = kWarpLanes + 4;

}  // namespace isthmus
