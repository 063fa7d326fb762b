#include "gpu/shapes/gpu_shape_backend.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/base/meanwhile.hpp"
#include "engine/shapes/shape_plan.hpp"
#include "gpu/device/device_buffer.hpp"
#include "gpu/device/device_limits.hpp"
#include "gpu/device/idle_pool.hpp"
#include "gpu/device/stream.hpp"
#include "gpu/device/timed_work.hpp"
#include "gpu/shapes/quarter_hexagon.hpp"
#include "gpu/shapes/shape_kernels.hpp"

namespace isthmus {

namespace {

constexpr int kSides = ShapeTask::kMaxSide - ShapeTask::kMinSide + 1;

// The places of the cells of a board, by number.
using Places = std::array<std::uint16_t, kMaxCells>;
constexpr std::uint16_t kNoPlace = 0xffff;  // off the board

template <int kSide>
Places make_places() {
  constexpr int kColumns = 2 * kSide - 1;
  Places places;
  places.fill(kNoPlace);
  for (int cell = 0; cell < kColumns * kColumns; ++cell) {
    const int row = cell / kColumns, column = cell % kColumns;
    if (row + column < kSide - 1 || row + column > 3 * kSide - 3) continue;
    places[static_cast<std::size_t>(cell)] =
        static_cast<std::uint16_t>(QuarterHexagon<kSide>::place(row, column));
  }
  return places;
}

const Places& places_of(int side) {
  static const auto all = []<int... kIndex>(std::integer_sequence<int, kIndex...>) {
    return std::array{make_places<ShapeTask::kMinSide + kIndex>()...};
  }
  (std::make_integer_sequence<int, kSides>());
  return all[static_cast<std::size_t>(side - ShapeTask::kMinSide)];
}

// How many items teams may get, one after the other, before warps alone play to the exact end
// faster. By trial on sides 5, 7 to 10, 12 and 16.
constexpr std::uint32_t rounds_of_teams(int side, std::uint32_t largest_unit) {
  if (side == 8) return largest_unit <= 32 ? 4 : 3;
  const std::uint32_t most = side < 8 ? 1024 : side == 9 ? 256 : side == 10 ? 64 : 32;
  return largest_unit <= most ? 2 : 1;
}

}  // namespace

// A stream that takes tasks of boards of one side, with one rule of the end, to the device and
// counts back.
class ShapeStream {
 public:
  static constexpr std::size_t kMaxTasks = 512;

  // How many tasks were added since the last were played.
  std::size_t size() const { return counts_of_.size(); }

  // Adds a task, up to kMaxTasks.
  void add(const ShapeTask& task, OutcomeCounts& counts) {
    const ShapePlan plan(task);
    tasks_.reserve(kMaxTasks);
    const Places& places = places_of(plan.side);
    tasks_[size()] = device_shape_task(plan, [&](Cell cell) { return places[cell]; });
    counts_of_.push_back(&counts);
    groups_ += (plan.units + kShapeUnitsAtOnce - 1) / kShapeUnitsAtOnce;
    largest_unit_ = std::max(largest_unit_, plan.unit);
  }

  // Plays the tasks and returns when they are done.
  void play(int side, bool exact_end) {
    const Kernel& many =
        kernel(side, exact_end ? ShapeKernelKind::many_exact : ShapeKernelKind::many);
    const Kernel& few = kernel(side, ShapeKernelKind::few);
    // To the board that decides they cross where there are four groups a multiprocessor, by trial
    // on sides 5 to 10.
    const bool are_few = exact_end ? groups_ <= rounds_of_teams(side, largest_unit_) * few.teams
                                   : groups_ <= many.teams / (side <= 8 ? 4 : 2);
    const Kernel& chosen = are_few ? few : many;
    const std::size_t words = chosen.kernel->count_words * size();
    device_tasks_.reserve(kMaxTasks);
    counts_.reserve(words);
    device_counts_.reserve(words);
    const std::uint32_t units = units_of_item(chosen.teams);
    const std::uint32_t items = cut_up(units);
    start(chosen, items, units, words);
    Meanwhile::take();
    stream_.wait();
    for (std::size_t i = 0; i < size(); ++i) {
      read(side, tasks_[i], counts_.data() + i * chosen.kernel->count_words, *counts_of_[i]);
    }
    counts_of_.clear();
    groups_ = largest_unit_ = 0;
  }

 private:
  // A kernel, and how many of its teams the device holds; 0 until it is needed.
  struct Kernel {
    const ShapeKernel* kernel = nullptr;
    std::uint32_t teams = 0;
  };

  const Kernel& kernel(int side, ShapeKernelKind kind) {
    Kernel& found = kernels_[static_cast<std::size_t>(kind)]
                            [static_cast<std::size_t>(side - ShapeTask::kMinSide)];
    if (found.teams == 0) {
      found.kernel = &shape_kernel(side, kind);
      const ShapeKernel& kernel = *found.kernel;
      const std::uint32_t blocks =
          resident_blocks(kernel.function, 32 * kernel.warps, kernel.shared_bytes);
      scratch_.reserve(blocks * static_cast<std::uint32_t>(kernel.warps) * kernel.scratch_words);
      found.teams = blocks * static_cast<std::uint32_t>(kernel.warps / kernel.team);
    }
    return found;
  }

  // Cuts the tasks into items of `units` units, and returns how many there are.
  std::uint32_t cut_up(std::uint32_t units) {
    std::uint32_t items = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      tasks_[i].first_item = items;
      items += (tasks_[i].units + units - 1) / units;
    }
    return items;
  }
  // As few as leave an item for each team. Where tasks end in smaller items, so that some teams
  // would get two, more of them, if that helps.
  std::uint32_t units_of_item(std::uint32_t teams) {
    const std::uint32_t fewest = kShapeUnitsAtOnce * std::max(1u, (groups_ + teams - 1) / teams);
    for (std::uint32_t units = fewest; units < 2 * fewest; units += kShapeUnitsAtOnce) {
      if (cut_up(units) <= teams) return units;
    }
    return fewest;
  }

  void start(const Kernel& kernel, std::uint32_t items, std::uint32_t units, std::size_t words) {
    const auto tasks = static_cast<std::uint32_t>(size());
    check_cuda(cudaMemcpyAsync(device_tasks_.data(), tasks_.data(), tasks * sizeof tasks_[0],
                               cudaMemcpyHostToDevice, stream_.get()),
               "bring tasks to the device");
    check_cuda(
        cudaMemsetAsync(device_counts_.data(), 0, words * sizeof device_counts_[0], stream_.get()),
        "clear counts");
    ShapeBatch batch{device_tasks_.data(),  tasks,          items, units,
                     device_counts_.data(), scratch_.data()};
    void* arguments[] = {&batch};
    const auto teams = static_cast<std::uint32_t>(kernel.kernel->warps / kernel.kernel->team);
    const std::uint32_t blocks = (std::min(items, kernel.teams) + teams - 1) / teams;
    {
      const TimedWork timed(stream_);
      check_cuda(cudaLaunchKernel(kernel.kernel->function, dim3(blocks),
                                  dim3(static_cast<unsigned>(32 * kernel.kernel->warps)), arguments,
                                  kernel.kernel->shared_bytes, stream_.get()),
                 "start playouts");
    }
    check_cuda(
        cudaMemcpyAsync(counts_.data(), device_counts_.data(), words * sizeof device_counts_[0],
                        cudaMemcpyDeviceToHost, stream_.get()),
        "bring counts back");
  }

  static void read(int side, const DeviceShapeTask& task, const std::uint32_t* words,
                   OutcomeCounts& counts) {
    ShapePlan::require_undecided(words[0] != 0);
    const auto cells = static_cast<std::size_t>((2 * side - 1) * (2 * side - 1));
    const std::vector<std::uint32_t> none(cells);
    counts = {task.playouts, words[1], words[2], none, none, none, none};
    const std::uint32_t* black = words + (task.black_moves ? 3 : 5);
    const std::uint32_t* white = words + (task.black_moves ? 5 : 3);
    const Places& places = places_of(side);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      if (places[cell] == kNoPlace) continue;
      const std::size_t at = std::size_t{4} * places[cell];
      counts.black[cell] = black[at];
      counts.black_points[cell] = black[at + 1];
      counts.white[cell] = white[at];
      counts.white_points[cell] = white[at + 1];
    }
  }

  std::vector<OutcomeCounts*> counts_of_;
  std::uint32_t groups_ = 0;        // of units that a warp plays at a time
  std::uint32_t largest_unit_ = 0;  // of the tasks
  Stream stream_;
  std::array<std::array<Kernel, kSides>, kShapeKernelKinds> kernels_;
  PinnedBuffer<DeviceShapeTask> tasks_;
  DeviceBuffer<DeviceShapeTask> device_tasks_;
  PinnedBuffer<std::uint32_t> counts_;
  DeviceBuffer<std::uint32_t> device_counts_;
  DeviceBuffer<std::uint32_t> scratch_;
};

class GpuShapeBackend::Streams : public IdlePool<ShapeStream> {};

GpuShapeBackend::GpuShapeBackend(int device)
    : device_(device), streams_(std::make_unique<Streams>()) {
  check_cuda(cudaSetDevice(device_), "use the device");
  // Fails at once where there is no code for the device.
  cudaFuncAttributes attributes;
  check_cuda(cudaFuncGetAttributes(
                 &attributes, shape_kernel(ShapeTask::kMaxSide, ShapeKernelKind::many).function),
             "run kernels on the device");
}

GpuShapeBackend::~GpuShapeBackend() = default;

void GpuShapeBackend::run(std::span<const ShapeTask> tasks, std::span<OutcomeCounts> counts) const {
  check_cuda(cudaSetDevice(device_), "use the device");
  // Those of one side and rule of the end, one after the other, at a time.
  auto stream = streams_->take();
  for (std::size_t first = 0; first < tasks.size();) {
    const int side = tasks[first].side;
    const bool exact_end = tasks[first].exact_end;
    std::size_t end = first;
    for (; end < tasks.size() && tasks[end].side == side && tasks[end].exact_end == exact_end &&
           stream->size() < stream->kMaxTasks;
         ++end) {
      stream->add(tasks[end], counts[end]);
    }
    stream->play(side, exact_end);
    for (; first < end; ++first) count_stones(tasks[first], counts[first]);
  }
  streams_->give_back(std::move(stream));
}

}  // namespace isthmus
