#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/host_device.hpp"
#include "gpu/fills/fill_batch.hpp"

// What goes before and after the kernel that tallies: from what the host writes to what that kernel
// reads, and from what it counts to what the host reads. All of these lie in pinned memory of the
// host, which the device reads and writes by itself: for small batches this takes less time than
// copies would.

namespace isthmus {

// A batch on the side of the host.
struct HostBatch {
  const BatchSize* size;
  const TaskPart* parts;
  // The cells of the bridges of each part, numbered as in FillTask, side * side of each part.
  const std::uint16_t* bridges;
  // tally_words() of each part: fills in which Black connects, then by cell, numbered as in
  // FillTask, those in which it is black, then those in which it is black and Black connects.
  std::uint32_t* tallies;
};

ISTHMUS_HOST_DEVICE constexpr std::size_t tally_words(int side) {
  return 1 + 2 * static_cast<std::size_t>(side * side);
}

inline constexpr int kBatchBlocks = 128;
inline constexpr int kBatchBlockThreads = 128;

// Takes HostBatch, FillBatch, and the TallyKernel's side, columns and number of cells in
// cell_bytes. Writes size, tasks and cells of the batch, and clears counts and connects. `wide` is
// as in TallyKernel.
const void* prepare_kernel(bool wide);
// Takes HostBatch, FillBatch, and the TallyKernel's side and columns. Writes the tallies.
const void* finish_kernel();

}  // namespace isthmus
