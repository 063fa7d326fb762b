#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/fill_plan.hpp"
#include "engine/fill_task.hpp"
#include "gpu/device_buffer.hpp"
#include "gpu/fill_batch.hpp"
#include "gpu/stream.hpp"

namespace isthmus {

// A stream with the memory that batches of tasks go through. Belongs to the device that was
// current when it was made, which must be so for all calls.
class TallyStream {
 public:
  // A task and where its tally goes to.
  struct Job {
    const FillTask* task;
    Tally* tally;
  };

  // Starts on some jobs, at least one, whose boards the kernel takes. Throws
  // std::invalid_argument for a task that is not as FillTask asks.
  void start(const TallyKernel& kernel, std::span<const Job> jobs);
  // Waits until the jobs are done and writes their tallies.
  void finish();

 private:
  void add_task(const FillTask& task, std::size_t number);
  void write_tally(const Job& job, std::size_t number) const;

  Stream stream_;
  TallyKernel kernel_{};
  std::vector<Job> jobs_;  // those that were started
  std::uint32_t pairs_ = 0;
  PinnedBuffer<DeviceTask> tasks_;
  PinnedBuffer<std::byte> cells_;
  PinnedBuffer<std::uint32_t> results_;  // of all jobs: connects, then counts
  DeviceBuffer<DeviceTask> device_tasks_;
  DeviceBuffer<std::byte> device_cells_;
  DeviceBuffer<std::uint32_t> device_results_;
  DeviceBuffer<std::uint32_t> saved_;
};

}  // namespace isthmus
