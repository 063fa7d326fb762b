#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gpu/device/device_buffer.hpp"
#include "gpu/device/graph.hpp"
#include "gpu/device/stream.hpp"
#include "gpu/fills/batch_kernels.hpp"
#include "gpu/fills/fill_batch.hpp"
#include "gpu/fills/tally_part.hpp"

namespace isthmus {

// A stream that takes a batch of tasks for one kernel all the way: the host writes the tasks into
// pinned memory, starts a graph, which for small batches is a single kernel, and finds the tallies
// in pinned memory. Belongs to the device that was current when it was made, which must be so for
// all calls.
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
  bool is_small(std::span<const TallyPart> parts) const;
  // Starts on the first `count` parts, a small batch.
  void start_leaves(std::size_t count);
  void write_part(const TallyPart& part, std::size_t number);
  // Waits until a part of a small batch is done.
  void wait_for_leaf(std::size_t number);
  void read_leaf(const TallyPart& part, std::size_t number) const;
  void read_tally(const TallyPart& part, std::size_t number) const;

  std::uint32_t* tally(std::size_t number) {
    return tallies_.data() + number * tally_words(kernel_.side);
  }

  const TallyKernel& kernel_;
  std::vector<TallyPart> parts_;  // those that were started
  bool is_small_ = false;         // whether the leaf kernel is at work on them
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
  std::size_t max_leaves_ = 0;      // parts of a small batch; 0 where the kernel has none
  std::vector<Graph> leaf_graphs_;  // for up to kMinLeaves parts, twice as many, and so on
};

}  // namespace isthmus
