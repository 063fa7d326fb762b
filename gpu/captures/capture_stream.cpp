#include "gpu/captures/capture_stream.hpp"

#include <algorithm>

#include "engine/base/meanwhile.hpp"
#include "gpu/captures/group_image.hpp"
#include "gpu/device/device_limits.hpp"
#include "gpu/device/timed_work.hpp"
#include "gpu/device/warp.hpp"

namespace isthmus {

namespace {

// How many playouts of a batch each of this number of blocks should get, no fewer than `least`. No
// block is left over for the end: a task begins a block of its own.
std::uint32_t part_size(std::uint64_t playouts, std::uint64_t tasks, std::uint64_t blocks,
                        int least) {
  if (tasks < blocks) blocks -= tasks - 1;
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(
      (playouts + blocks - 1) / blocks, static_cast<std::uint64_t>(least), kMaxCapturePart));
}

std::uint64_t parts(const CaptureTask& task, std::uint32_t size) {
  return (std::uint64_t{task.playouts} + size - 1) / size;
}

// Those of a small batch on a multiprocessor. A third, for which boards of 5 x 5 have registers,
// leaves each of them fewer playouts: 128 leaves then take 9% longer.
constexpr std::uint32_t kMostSmallBlocks = 2;

std::uint32_t blocks_that_fit(const CaptureKernel& kernel) {
  if (kernel.function == nullptr) return 0;
  return resident_blocks(kernel.function, kernel.threads, kernel.shared_bytes);
}

}  // namespace

CaptureStream::CaptureStream(int side)
    : kernel_(capture_kernel(side)),
      small_kernel_(small_capture_kernel(side)),
      image_words_(plays_by_groups(side) ? group_image_words(side) : 0),
      cells_(static_cast<std::size_t>(side * side)),
      tally_words_(capture_tally_words(side)),
      multiprocessors_(
          static_cast<std::uint32_t>(device_attribute(cudaDevAttrMultiProcessorCount))),
      resident_blocks_(blocks_that_fit(kernel_)),
      resident_small_blocks_(
          std::min(blocks_that_fit(small_kernel_), kMostSmallBlocks * multiprocessors_)) {
  tasks_.reserve(kMaxTasks);
  images_.reserve(kMaxTasks * image_words_);
  parts_of_task_.reserve(kMaxTasks);
  tallies_.reserve(kMaxTasks * tally_words_);
  counts_.reserve(kMaxTasks * tally_words_);
  parts_done_.reserve(kMaxTasks);
  const auto clear = [&](DeviceBuffer<std::uint32_t>& buffer, std::size_t size) {
    check_cuda(cudaMemsetAsync(buffer.data(), 0, size * sizeof(std::uint32_t), stream_.get()),
               "clear memory");
  };
  clear(counts_, kMaxTasks * tally_words_);
  clear(parts_done_, kMaxTasks);
}

CaptureStream::~CaptureStream() { cudaStreamSynchronize(stream_.get()); }

void CaptureStream::run(std::span<const Order> orders) {
  for (std::size_t i = 0; i < orders.size(); ++i) {
    tasks_[i] = make_capture_start(*orders[i].task);
    if (image_words_ > 0) make_group_image(*orders[i].task, images_.data() + i * image_words_);
  }
  const Plan plan = this->plan(orders);
  write_parts(orders, plan.part_size);
  CaptureBatch batch{tasks_.data(),  images_.data(),     parts_.data(),  parts_of_task_.data(),
                     counts_.data(), parts_done_.data(), tallies_.data()};
  void* arguments[] = {&batch};
  {
    const TimedWork timed(stream_);
    check_cuda(
        cudaLaunchKernel(plan.kernel.function, dim3(static_cast<unsigned>(new_parts_.size())),
                         dim3(static_cast<unsigned>(plan.threads)), arguments,
                         plan.kernel.shared_bytes, stream_.get()),
        "start a kernel");
  }
  Meanwhile::take();
  stream_.wait();
  for (std::size_t i = 0; i < orders.size(); ++i) read_tally(i, orders[i]);
}

CaptureStream::Plan CaptureStream::plan(std::span<const Order> orders) const {
  std::uint64_t playouts = 0;
  for (const Order& order : orders) playouts += order.task->playouts;
  // A small batch is spread over all multiprocessors, a block for each while lanes are enough, and
  // must not be so large that lanes get many playouts one after the other.
  constexpr int kFewestThreads = 128;
  const auto small_threads = static_cast<std::uint32_t>(small_kernel_.threads);
  const std::uint64_t lanes = std::uint64_t{multiprocessors_} * small_threads;
  if (resident_small_blocks_ > 0 && playouts <= 4 * lanes) {
    const std::uint32_t size =
        part_size(playouts, orders.size(),
                  playouts <= lanes ? multiprocessors_ : resident_small_blocks_, kWarpLanes);
    const int warps = static_cast<int>((size + kWarpLanes - 1) / kWarpLanes);
    const int threads = std::clamp(warps * kWarpLanes, kFewestThreads, small_kernel_.threads);
    std::uint64_t blocks = 0;
    for (const Order& order : orders) blocks += parts(*order.task, size);
    if (blocks * static_cast<std::uint64_t>(threads) <=
        std::uint64_t{resident_small_blocks_} * small_threads) {
      return {small_kernel_, threads, size};
    }
  }
  // With few playouts each lane has one or two, and all begin at once; many are cut up further, so
  // that blocks that are done early make room for others.
  std::uint64_t blocks = resident_blocks_;
  if (playouts / blocks >= 4096) blocks *= 4;
  return {kernel_, kernel_.threads, part_size(playouts, orders.size(), blocks, kernel_.threads)};
}

// Cuts the tasks up, each into parts alike.
void CaptureStream::write_parts(std::span<const Order> orders, std::uint32_t size) {
  new_parts_.clear();
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const std::uint64_t total = orders[i].task->playouts, count = parts(*orders[i].task, size);
    parts_of_task_[i] = static_cast<std::uint32_t>(count);
    for (std::uint64_t part = 0; part < count; ++part) {
      const std::uint64_t first = total * part / count, end = total * (part + 1) / count;
      new_parts_.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(first),
                            static_cast<std::uint32_t>(end - first)});
    }
  }
  parts_.reserve(new_parts_.size());
  std::copy(new_parts_.begin(), new_parts_.end(), parts_.data());
}

void CaptureStream::read_tally(std::size_t number, const Order& order) const {
  const std::uint32_t* tally = tallies_.data() + number * tally_words_;
  OutcomeCounts& counts = *order.counts;
  counts.playouts = order.task->playouts;
  counts.black_wins = tally[0];
  counts.draws = tally[1];
  const std::uint32_t* of_cells = tally + 2;
  for (auto* by_cell : {&counts.black, &counts.black_points, &counts.white, &counts.white_points}) {
    by_cell->assign(of_cells, of_cells + cells_);
    of_cells += cells_;
  }
}

}  // namespace isthmus
