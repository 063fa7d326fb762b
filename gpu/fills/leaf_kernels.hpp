#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/device/warp.hpp"
#include "gpu/fills/batch_kernels.hpp"

// Small batches take less time in one kernel, in which each part goes all the way from the host and
// back by one block.

namespace isthmus {

// Parts of more units are better shared out among more warps.
inline constexpr std::uint32_t kMaxLeafUnits = 16;

// In a block.
inline constexpr int kLeafWarps = 4;
inline constexpr int kLeafThreads = kLeafWarps * kWarpLanes;

// What the tally of a part begins with until it is done.
inline constexpr std::uint32_t kNotDone = ~0u;

// A kernel that tallies each part of a batch by a block. Takes a HostBatch without size, of as many
// parts as there are blocks, in which those without units are passed over. Writes of each part,
// from the second word of its tally on, PackedCounts by cell, and then, to the first word, the
// fills in which Black connects.
struct LeafKernel {
  int side;                  // of the boards that it takes, as of a TallyKernel
  std::size_t shared_bytes;  // of shared memory, for a block
  const void* function;
};

// The kernel for the boards of a TallyKernel of that side; nullptr where there is none, as large
// boards keep the device busy for so long that it would gain little.
const LeafKernel* find_leaf_kernel(int side);

}  // namespace isthmus
