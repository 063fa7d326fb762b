#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/captures/capture_start.hpp"

namespace isthmus {

// Some playouts of one task of a batch: work for one block.
struct CapturePart {
  std::uint32_t task;      // its number in the batch
  std::uint32_t first;     // playout
  std::uint32_t playouts;  // at most kMaxCapturePart
};
// A block counts in 16 bits, of points two a playout.
inline constexpr std::uint32_t kMaxCapturePart = 16384;

// What the kernel counts of a task, in words: playouts that Black wins, draws, and by cell the four
// counts of OutcomeCounts, one behind the other.
ISTHMUS_HOST_DEVICE constexpr std::size_t capture_tally_words(int side) {
  return 2 + 4 * static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
}

// Tasks and parts lie in pinned memory of the host, and so do the tallies that it reads.
struct CaptureBatch {
  const CaptureStart* tasks;
  const std::uint16_t* images;  // make_group_image() of each task, where plays_by_groups()
  const CapturePart* parts;
  const std::uint32_t* parts_of_task;  // how many parts each task has
  // On the device: of each task the tally so far and the number of parts that are done, all zero
  // before the kernel and behind it.
  std::uint32_t* counts;
  std::uint32_t* parts_done;
  std::uint32_t* tallies;  // of each task
};

// A kernel for boards of a side, for as many blocks as there are parts. Takes a CaptureBatch and
// writes its tallies.
struct CaptureKernel {
  const void* function;
  int threads;  // of a block; at the most where it is for small batches
  std::size_t shared_bytes;
};

// The side is one that tasks may have. For batches of which lanes get about one playout there is
// another kernel, in which lanes without any help with the longest: blocks of any number of warps
// up to its `threads`. Without a function where plays_by_groups().
CaptureKernel capture_kernel(int side);
CaptureKernel small_capture_kernel(int side);

}  // namespace isthmus
