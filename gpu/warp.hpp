#pragma once

#include <cstdint>

#include "engine/fill_task.hpp"
#include "engine/host_device.hpp"

// How a warp shares out fills: it works on two units of kFillsPerUnit at a time, each lane on one
// group of 32 fills, the lanes 0 to 15 on the first unit.

namespace isthmus {

inline constexpr int kWarpLanes = 32;
inline constexpr unsigned kAllLanes = ~0u;
inline constexpr int kUnitLanes = static_cast<int>(kFillsPerUnit) / 32;
static_assert(2 * kUnitLanes == kWarpLanes);

// The words of a warp's boards lie in shared memory cell by cell, those of all lanes of one cell
// side by side, so that each lane is at home in a bank of its own. The tally reads the words of
// four lanes and eight cells at a time; that these too are in 32 banks, the words of each cell are
// shuffled, four by four.

// Where a lane's word of a cell is, in bytes from that of lane 0 of cell 0: of the lane's part, and
// the cell's, by exclusive or.
inline constexpr std::uint32_t kCellBytes = 4 * kWarpLanes;
ISTHMUS_HOST_DEVICE constexpr std::uint32_t lane_part(std::uint32_t lane) { return 4 * lane; }
ISTHMUS_HOST_DEVICE constexpr std::uint32_t cell_part(std::uint32_t cell) {
  return cell * kCellBytes + cell % 8 * 16;
}

}  // namespace isthmus
