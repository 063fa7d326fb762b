#include "gpu/fills/tally_stream.hpp"

#include <algorithm>
#include <atomic>

#include "engine/base/meanwhile.hpp"
#include "engine/fills/fill_plan.hpp"
#include "gpu/device/device_limits.hpp"
#include "gpu/device/timed_work.hpp"
#include "gpu/device/warp.hpp"
#include "gpu/fills/leaf_kernels.hpp"

namespace isthmus {

namespace {

// Puts a kernel into a stream, to come when the one before lets it (see overlap.cuh).
void put_kernel(const Stream& stream, const void* function, std::uint32_t blocks, int threads,
                std::size_t shared_bytes, void** arguments) {
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t launch{};
  launch.gridDim = dim3(blocks);
  launch.blockDim = dim3(static_cast<unsigned>(threads));
  launch.dynamicSmemBytes = shared_bytes;
  launch.stream = stream.get();
  launch.attrs = &overlap;
  launch.numAttrs = device_attribute(cudaDevAttrComputeCapabilityMajor) >= 9 ? 1 : 0;
  check_cuda(cudaLaunchKernelExC(&launch, function, arguments), "start a kernel");
}

// That a block may have.
std::size_t max_shared_bytes() {
  return static_cast<std::size_t>(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
}

// How many warps to a block suit the device: as many as its shared memory has room for.
int block_warps(const TallyKernel& kernel) {
  return std::clamp(static_cast<int>(max_shared_bytes() / kernel.shared_bytes), 1, kernel.warps);
}

// How many blocks the smallest graph of a small batch has.
constexpr std::size_t kMinLeaves = 16;

// Copies as many words as the cells of a board have.
void copy_set(const CellSet& set, int cells, std::uint64_t (&words)[kMaxCells / 64]) {
  std::copy_n(set.words().begin(), (cells + 63) / 64, words);
}

}  // namespace

TallyStream::TallyStream(const TallyKernel& kernel) : kernel_(kernel) {
  const auto cells = static_cast<std::size_t>(kernel.side * kernel.side);
  const int warps = block_warps(kernel);
  const std::size_t shared_bytes = static_cast<std::size_t>(warps) * kernel.shared_bytes;
  const int threads = warps * kWarpLanes;
  const std::uint32_t blocks = resident_blocks(kernel.function, threads, shared_bytes);
  size_.reserve(1);
  task_parts_.reserve(kMaxParts);
  bridges_.reserve(kMaxParts * cells);
  tallies_.reserve(kMaxParts * tally_words(kernel.side));
  device_size_.reserve(1);
  device_tasks_.reserve(kMaxParts);
  cells_.reserve(kMaxParts * kernel.cell_bytes);
  counts_.reserve(kMaxParts * static_cast<std::size_t>(kernel.cells));
  connects_.reserve(kMaxParts);
  HostBatch host{size_.data(), task_parts_.data(), bridges_.data(), tallies_.data()};
  FillBatch batch{device_size_.data(), device_tasks_.data(), cells_.data(), counts_.data(),
                  connects_.data()};
  int side = kernel.side;
  int columns = kernel.columns;
  auto cell_range = static_cast<int>(kernel.cell_bytes / (kernel.wide ? 2 : 1));
  void* prepare[] = {&host, &batch, &side, &columns, &cell_range};
  void* tally[] = {&batch};
  void* finish[] = {&host, &batch, &side, &columns};
  graph_ = Graph(stream_, [&] {
    put_kernel(stream_, prepare_kernel(kernel.wide), kBatchBlocks, kBatchBlockThreads, 0, prepare);
    put_kernel(stream_, kernel.function, blocks, threads, shared_bytes, tally);
    put_kernel(stream_, finish_kernel(), kBatchBlocks, kBatchBlockThreads, 0, finish);
  });
  const LeafKernel* leaf_kernel = find_leaf_kernel(kernel.side);
  if (leaf_kernel == nullptr || leaf_kernel->shared_bytes > max_shared_bytes()) return;
  max_leaves_ = std::min<std::size_t>(
      kMaxParts, resident_blocks(leaf_kernel->function, kLeafThreads, leaf_kernel->shared_bytes));
  void* leaf[] = {&host};
  for (std::size_t leaves = kMinLeaves; leaves < 2 * max_leaves_; leaves *= 2) {
    leaf_graphs_.emplace_back(stream_, [&] {
      check_cuda(
          cudaLaunchKernel(leaf_kernel->function,
                           dim3(static_cast<unsigned>(std::min(leaves, max_leaves_))),
                           dim3(kLeafThreads), leaf, leaf_kernel->shared_bytes, stream_.get()),
          "start a kernel");
    });
  }
}

TallyStream::~TallyStream() { cudaStreamSynchronize(stream_.get()); }

void TallyStream::write_part(const TallyPart& part, std::size_t number) {
  const CheckedTask task(*part.task);
  TaskPart& out = task_parts_[number];
  out.keys = task.keys;
  out.first_unit = part.first_unit;
  out.end_unit = part.end_unit;
  const std::uint32_t first_pair = number > 0 ? task_parts_[number - 1].end_pair : 0;
  out.end_pair = first_pair + (part.end_unit - part.first_unit + 1) / 2;
  out.rows = task.rows;
  out.columns = task.columns;
  out.reduction_side = task.side;
  out.blacks = task.blacks;
  out.single_count = task.single_count;
  out.pair_count = task.pair_count;
  const int cells = task.rows * task.columns;
  copy_set(part.task->black, cells, out.black);
  copy_set(part.task->empty, cells, out.empty);
  copy_set(task.single, cells, out.single);
  std::uint16_t* bridges =
      bridges_.data() + number * static_cast<std::size_t>(kernel_.side * kernel_.side);
  for (auto [a, b] : part.task->bridges) {
    *bridges++ = a;
    *bridges++ = b;
  }
}

void TallyStream::start(std::span<const TallyPart> parts) {
  // The last batch is done, but blocks that it left over may yet come to look at their parts.
  if (is_small_) stream_.wait();
  for (std::size_t i = 0; i < parts.size(); ++i) write_part(parts[i], i);
  is_small_ = is_small(parts);
  if (is_small_) {
    start_leaves(parts.size());
  } else {
    size_[0] = {static_cast<std::uint32_t>(parts.size()), task_parts_[parts.size() - 1].end_pair};
    const TimedWork timed(stream_);
    graph_.start(stream_);
  }
  parts_.assign(parts.begin(), parts.end());
}

bool TallyStream::is_small(std::span<const TallyPart> parts) const {
  return parts.size() <= max_leaves_ &&
         std::all_of(parts.begin(), parts.end(), [](const TallyPart& part) {
           return part.end_unit - part.first_unit <= kMaxLeafUnits;
         });
}

void TallyStream::start_leaves(std::size_t count) {
  std::size_t graph = 0;
  std::size_t blocks = kMinLeaves;
  for (; blocks < count; blocks *= 2) ++graph;
  for (std::size_t i = 0; i < count; ++i) tally(i)[0] = kNotDone;
  for (std::size_t i = count; i < std::min(blocks, max_leaves_); ++i) {
    task_parts_[i].end_unit = task_parts_[i].first_unit = 0;
  }
  const TimedWork timed(stream_);
  leaf_graphs_[graph].start(stream_);
}

void TallyStream::finish() {
  Meanwhile::take();
  if (!is_small_) stream_.wait();
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (is_small_) {
      wait_for_leaf(i);
      read_leaf(parts_[i], i);
    } else {
      read_tally(parts_[i], i);
    }
  }
  parts_.clear();
}

// The tally itself shows that it is done, sooner than CUDA reports the kernel's end. Only where
// that takes long is CUDA asked, which is slow, whether the device has failed.
void TallyStream::wait_for_leaf(std::size_t number) {
  constexpr int kLooks = 1 << 16;
  const std::atomic_ref first_word(tally(number)[0]);
  for (int look = 1; first_word.load(std::memory_order_acquire) == kNotDone; ++look) {
    if (look % kLooks != 0) continue;
    const cudaError_t state = cudaStreamQuery(stream_.get());
    if (state != cudaErrorNotReady) return check_cuda(state, "finish its work");
  }
}

void TallyStream::read_leaf(const TallyPart& part, std::size_t number) const {
  FillCounts& tally = *part.tally;
  const auto cells = static_cast<std::size_t>(part.task->rows * part.task->columns);
  const std::uint32_t* connects = tallies_.data() + number * tally_words(kernel_.side);
  const std::uint32_t* counts = connects + 1;
  if (part.is_whole()) {
    tally.fills = part.task->fills;
    tally.black_connects = *connects;
    tally.black.resize(cells);
    tally.black_and_connects.resize(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      tally.black[cell] = counts[cell] & 0xffff;
      tally.black_and_connects[cell] = counts[cell] >> 16;
    }
    return;
  }
  tally.black_connects += *connects;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    tally.black[cell] += counts[cell] & 0xffff;
    tally.black_and_connects[cell] += counts[cell] >> 16;
  }
}

void TallyStream::read_tally(const TallyPart& part, std::size_t number) const {
  FillCounts& tally = *part.tally;
  const auto cells = static_cast<std::size_t>(part.task->rows * part.task->columns);
  const std::uint32_t* connects = tallies_.data() + number * tally_words(kernel_.side);
  const std::uint32_t* black = connects + 1;
  const std::uint32_t* both = black + cells;
  if (part.is_whole()) {
    tally.fills = part.task->fills;
    tally.black_connects = *connects;
    tally.black.assign(black, black + cells);
    tally.black_and_connects.assign(both, both + cells);
    return;
  }
  tally.black_connects += *connects;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    tally.black[cell] += black[cell];
    tally.black_and_connects[cell] += both[cell];
  }
}

}  // namespace isthmus
