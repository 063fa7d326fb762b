#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/captures/capture_task.hpp"
#include "engine/playout/outcome_counts.hpp"
#include "gpu/captures/capture_batch.hpp"
#include "gpu/device/device_buffer.hpp"
#include "gpu/device/stream.hpp"

namespace isthmus {

// A stream that plays batches of tasks of one side: the host writes the tasks into pinned memory,
// starts a kernel, and finds the tallies in pinned memory. Belongs to the device that was current
// when it was made, which must be so for all calls.
class CaptureStream {
 public:
  // As many tasks go through at a time.
  static constexpr std::size_t kMaxTasks = 512;

  explicit CaptureStream(int side);
  // Waits for what was started.
  ~CaptureStream();

  // A task, and where its counts go.
  struct Order {
    const CaptureTask* task;
    OutcomeCounts* counts;
  };
  // Plays 1 to kMaxTasks tasks of the stream's side. Throws std::invalid_argument for one that is
  // not as CaptureTask asks, and CudaError.
  void run(std::span<const Order> orders);

 private:
  // The kernel that plays a batch, the threads of its blocks, and how many playouts a part has.
  struct Plan {
    const CaptureKernel& kernel;
    int threads;
    std::uint32_t part_size;
  };
  Plan plan(std::span<const Order> orders) const;
  void write_parts(std::span<const Order> orders, std::uint32_t size);
  void read_tally(std::size_t number, const Order& order) const;

  CaptureKernel kernel_, small_kernel_;
  std::size_t image_words_;  // none where boards are not played by groups
  std::size_t cells_, tally_words_;
  std::uint32_t multiprocessors_, resident_blocks_, resident_small_blocks_;
  std::vector<CapturePart> new_parts_;
  Stream stream_;
  PinnedBuffer<CaptureStart> tasks_;
  PinnedBuffer<std::uint16_t> images_;
  PinnedBuffer<CapturePart> parts_;
  PinnedBuffer<std::uint32_t> parts_of_task_;
  PinnedBuffer<std::uint32_t> tallies_;
  DeviceBuffer<std::uint32_t> counts_;
  DeviceBuffer<std::uint32_t> parts_done_;
};

}  // namespace isthmus
