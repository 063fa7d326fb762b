#pragma once

#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/fills/fill_task.hpp"
#include "gpu/device/warp.hpp"

namespace isthmus {

inline constexpr int kGroupsPerUnit = static_cast<int>(kFillsPerUnit) / 32;

// How a warp shares out fills: it works on kGroups groups of 32 fills at a time, and kSharers lanes
// share each group. Lane l is the (l / kGroups)-th of those that share group l % kGroups.
//
// The words of a warp's boards lie in shared memory cell by cell, those of all groups of one cell
// side by side, so that lanes with different groups are at home in different banks.
template <int kSharersOfGroup>
struct WarpShare {
  static constexpr int kSharers = kSharersOfGroup;
  static constexpr int kGroups = kWarpLanes / kSharers;
  // How many passes a warp takes for two units.
  static constexpr int kPasses = 2 * kGroupsPerUnit / kGroups;

  // The compiler does not know that a lane's number is less than 32.
  ISTHMUS_HOST_DEVICE static constexpr int group(int lane) {
    return kSharers == 1 ? lane : lane % kGroups;
  }
  ISTHMUS_HOST_DEVICE static constexpr int sharer(int lane) {
    return kSharers == 1 ? 0 : lane / kGroups;
  }

  // Where a group's word of a cell is, in bytes from that of group 0 of cell 0, is at() of the
  // group's part and the cell's. The tally reads the words of four groups and eight cells at a
  // time. Where no lanes share groups the words of each cell are shuffled, four by four, so that
  // these too are in 32 banks; elsewhere to work that out takes longer than the conflicts do.
  static constexpr int kCellBytes = 4 * kGroups;
  ISTHMUS_HOST_DEVICE static constexpr std::uint32_t group_part(int group) {
    return 4 * static_cast<std::uint32_t>(group);
  }
  ISTHMUS_HOST_DEVICE static constexpr std::uint32_t cell_part(int cell) {
    const auto number = static_cast<std::uint32_t>(cell);
    return number * kCellBytes + (kSharers == 1 ? number % 8 * 16 : 0);
  }
  ISTHMUS_HOST_DEVICE static constexpr std::uint32_t at(std::uint32_t group_part,
                                                        std::uint32_t cell_part) {
    return kSharers == 1 ? group_part ^ cell_part : group_part + cell_part;
  }
};

}  // namespace isthmus
