#pragma once

#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/fills/fill_task.hpp"
#include "gpu/device/warp.hpp"

namespace isthmus {

inline constexpr int kGroupsPerUnit = static_cast<int>(kFillsPerUnit) / 32;

// How a warp shares out fills: it works on kGroups groups of 32 fills at a time, and kSharers lanes
// share each group. Lane l is the (l / kGroups)-th of those that share group l % kGroups.
// kCellsOfBoard is how many cells the boards have that a warp has in shared memory.
template <int kSharersOfGroup, int kCellsOfBoard>
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

  // A group's word of a cell is group_part() + cell_part() bytes from that of group 0 of cell 0: a
  // sum, as a cell that the compiler knows then costs no instruction. The words of four groups are
  // side by side. Where no lanes share groups, those of the next cell follow them, and the next
  // four groups begin kQuadBytes on, an odd number of 16 bytes: so lanes with different groups are
  // at home in different banks, and so are the eight cells of four groups that the tally reads at a
  // time. Elsewhere, where the latter would take longer than the conflicts do, all groups of a cell
  // are side by side.
  static constexpr int kCellBytes = kSharers == 1 ? 16 : 4 * kGroups;
  static constexpr int kQuadBytes = kSharers == 1 ? 16 * ((kCellsOfBoard + 1) | 1) : 16;
  // Of the boards with a cell beyond the last.
  static constexpr int kBoardBytes =
      kSharers == 1 ? kGroups / 4 * kQuadBytes : (kCellsOfBoard + 1) * kCellBytes;
  ISTHMUS_HOST_DEVICE static constexpr std::uint32_t group_part(int group) {
    const auto number = static_cast<std::uint32_t>(group);
    return number / 4 * kQuadBytes + number % 4 * 4;
  }
  ISTHMUS_HOST_DEVICE static constexpr std::uint32_t cell_part(int cell) {
    return static_cast<std::uint32_t>(cell) * kCellBytes;
  }
};

}  // namespace isthmus
