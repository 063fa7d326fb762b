#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/batch_kernels.hpp"
#include "gpu/device_buffer.hpp"
#include "gpu/fill_batch.hpp"
#include "gpu/graph.hpp"
#include "gpu/stream.hpp"
#include "gpu/tally_part.hpp"

namespace isthmus {

// A stream with a graph that takes a batch of tasks for one kernel all the way: the host writes
// the tasks into pinned memory, starts the graph, and finds the tallies in pinned memory. Belongs
// to the device that was current when it was made, which must be so for all calls.
class TallyStream {
 public:
  // As many parts go through at a time.
  static constexpr std::size_t kMaxParts = 512;

  // The kernel must outlive the stream.
  explicit TallyStream(const TallyKernel& kernel);
  // Waits for what was started.
  ~TallyStream();

  // Starts on 1 to kMaxParts parts, whose boards the kernel takes. Throws std::invalid_argument
  // for a task that is not as FillTask asks.
  void start(std::span<const TallyPart> parts);
  // Waits until the parts are done and writes their tallies.
  void finish();

 private:
  void write_part(const TallyPart& part, std::size_t number);
  void read_tally(const TallyPart& part, std::size_t number) const;

  const TallyKernel& kernel_;
  std::vector<TallyPart> parts_;  // those that were started
  Stream stream_;
  PinnedBuffer<BatchSize> size_;
  PinnedBuffer<TaskPart> task_parts_;
  PinnedBuffer<std::uint16_t> bridges_;
  PinnedBuffer<std::uint32_t> tallies_;
  DeviceBuffer<BatchSize> device_size_;
  DeviceBuffer<DeviceTask> device_tasks_;
  DeviceBuffer<std::byte> cells_;
  DeviceBuffer<CellCounts> counts_;
  DeviceBuffer<std::uint32_t> connects_;
  Graph graph_;
};

}  // namespace isthmus
