#include "gpu/tally_stream.hpp"

#include <algorithm>
#include <type_traits>

#include "gpu/warp.hpp"

namespace isthmus {

namespace {

// How many blocks the device can hold at a time.
std::uint32_t resident_blocks(const TallyKernel& kernel) {
  int device = 0;
  check_cuda(cudaGetDevice(&device), "name the device");
  int multiprocessors = 0;
  check_cuda(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device),
             "count multiprocessors");
  check_cuda(cudaFuncSetAttribute(kernel.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(kernel.shared_bytes)),
             "give a kernel its shared memory");
  int blocks = 0;
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.function, kWarpLanes,
                                                           kernel.shared_bytes),
             "tell how many blocks fit");
  return static_cast<std::uint32_t>(blocks * multiprocessors);
}

std::size_t cell_count(const TallyKernel& kernel) {
  return static_cast<std::size_t>(kernel.side * kernel.side);
}

}  // namespace

void TallyStream::add_task(const FillTask& task, std::size_t number) {
  const FillPlan plan(task);
  DeviceTask& out = tasks_[number];
  out.keys = plan.keys;
  out.units = plan.units;
  pairs_ += (plan.units + 1) / 2;
  out.end_pair = pairs_;
  out.reduction_side = plan.side;
  out.blacks = plan.blacks;
  out.single_count = plan.single_count;
  out.pair_count = plan.pair_count;

  const auto renumber = [&](int cell) {
    return cell / plan.columns * kernel_.side + cell % plan.columns;
  };
  std::fill(std::begin(out.black), std::end(out.black), 0u);
  const auto blacken = [&](int cell) { out.black[cell / 32] |= 1u << (cell % 32); };
  task.black.for_each([&](Cell cell) { blacken(renumber(cell)); });
  for (int cell = plan.rows * kernel_.side; cell < kernel_.side * kernel_.side; ++cell) {
    blacken(cell);
  }

  const auto number_cells = [&](auto* cells) {
    using Index = std::remove_pointer_t<decltype(cells)>;
    Index* end = cells + kernel_.cell_bytes / sizeof(Index);
    for (int i = 0; i < plan.empty_count; ++i) {
      *cells++ = static_cast<Index>(renumber(plan.empty[static_cast<std::size_t>(i)]));
    }
    std::fill(cells, end, static_cast<Index>(kernel_.side * kernel_.side));
  };
  std::byte* cells = cells_.data() + number * kernel_.cell_bytes;
  if (kernel_.wide) {
    number_cells(reinterpret_cast<std::uint16_t*>(cells));
  } else {
    number_cells(reinterpret_cast<std::uint8_t*>(cells));
  }
}

void TallyStream::start(const TallyKernel& kernel, std::span<const Job> jobs) {
  kernel_ = kernel;
  jobs_.assign(jobs.begin(), jobs.end());
  pairs_ = 0;
  const std::size_t count = jobs_.size();
  const std::size_t result_words = count * (1 + 2 * cell_count(kernel));
  tasks_.reserve(count);
  cells_.reserve(count * kernel.cell_bytes);
  results_.reserve(result_words);
  device_tasks_.reserve(count);
  device_cells_.reserve(count * kernel.cell_bytes);
  device_results_.reserve(result_words);
  for (std::size_t i = 0; i < count; ++i) add_task(*jobs_[i].task, i);
  const std::uint32_t blocks = std::min(resident_blocks(kernel), pairs_);
  saved_.reserve(blocks * kernel.saved_words);

  const cudaStream_t stream = stream_.get();
  check_cuda(cudaMemcpyAsync(device_tasks_.data(), tasks_.data(), count * sizeof(DeviceTask),
                             cudaMemcpyHostToDevice, stream),
             "copy tasks to the device");
  check_cuda(cudaMemcpyAsync(device_cells_.data(), cells_.data(), count * kernel.cell_bytes,
                             cudaMemcpyHostToDevice, stream),
             "copy cells to the device");
  check_cuda(cudaMemsetAsync(device_results_.data(), 0, result_words * 4, stream), "clear tallies");
  std::uint32_t* connects = device_results_.data();
  FillBatch batch{device_tasks_.data(),
                  static_cast<std::uint32_t>(count),
                  pairs_,
                  device_cells_.data(),
                  reinterpret_cast<CellCounts*>(connects + count),
                  connects,
                  saved_.data()};
  void* arguments[] = {&batch};
  check_cuda(cudaLaunchKernel(kernel.function, dim3(blocks), dim3(kWarpLanes), arguments,
                              kernel.shared_bytes, stream),
             "start a kernel");
  check_cuda(cudaMemcpyAsync(results_.data(), device_results_.data(), result_words * 4,
                             cudaMemcpyDeviceToHost, stream),
             "copy tallies from the device");
}

void TallyStream::finish() {
  stream_.wait();
  for (std::size_t i = 0; i < jobs_.size(); ++i) write_tally(jobs_[i], i);
}

void TallyStream::write_tally(const Job& job, std::size_t number) const {
  const FillTask& task = *job.task;
  Tally& tally = *job.tally;
  const auto cells = static_cast<std::size_t>(task.rows * task.columns);
  tally.fills = task.fills;
  tally.black_connects = results_[number];
  tally.black.assign(cells, 0);
  tally.black_and_connects.assign(cells, 0);
  const std::uint32_t* counts = results_.data() + jobs_.size() + number * 2 * cell_count(kernel_);
  task.empty.for_each([&](Cell cell) {
    const auto place =
        static_cast<std::size_t>(cell / task.columns * kernel_.side + cell % task.columns);
    tally.black[cell] = counts[2 * place];
    tally.black_and_connects[cell] = counts[2 * place + 1];
  });
}

}  // namespace isthmus
