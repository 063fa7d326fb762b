#include "gpu/fills/gpu_fill_backend.hpp"

#include <algorithm>
#include <deque>
#include <utility>

#include "engine/fills/fill_plan.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/device/idle_pool.hpp"
#include "gpu/fills/tally_kernels.hpp"
#include "gpu/fills/tally_stream.hpp"

namespace isthmus {

namespace {

// All kernels, by side.
const std::vector<TallyKernel>& tally_kernels() {
  static const std::vector<TallyKernel> kernels = [] {
    std::vector<TallyKernel> all;
    for (const TallyKernel& kernel : lane_kernels()) all.push_back(kernel);
    for (const TallyKernel& kernel : lane_group_kernels()) all.push_back(kernel);
    return all;
  }();
  return kernels;
}

// The number of the kernel for a board; that of the last where none is.
std::size_t kernel_for(const FillTask& task) {
  const std::vector<TallyKernel>& kernels = tally_kernels();
  const int side = std::max(task.rows, task.columns);
  std::size_t number = 0;
  while (number + 1 < kernels.size() && kernels[number].side < side) ++number;
  return number;
}

std::uint64_t units_of(const std::deque<TallyPart>& parts) {
  std::uint64_t units = 0;
  for (const TallyPart& part : parts) units += part.end_unit - part.first_unit;
  return units;
}

// Cuts the first `units` units off a part, as a part of its own.
TallyPart cut(TallyPart& part, std::uint32_t units) {
  if (part.is_whole()) {
    const CheckedTask task(*part.task);
    const auto cells = static_cast<std::size_t>(task.rows * task.columns);
    *part.tally = {part.task->fills, 0, std::vector<std::uint32_t>(cells),
                   std::vector<std::uint32_t>(cells)};
  }
  TallyPart first = part;
  first.end_unit = part.first_unit += units;
  return first;
}

// Takes about `units` units off the front of `parts`.
std::vector<TallyPart> take_units(std::deque<TallyPart>& parts, std::uint64_t units) {
  std::vector<TallyPart> taken;
  while (units > 1 && !parts.empty()) {
    const std::uint64_t size = parts.front().end_unit - parts.front().first_unit;
    if (size > units) {
      taken.push_back(cut(parts.front(), static_cast<std::uint32_t>(units / 2 * 2)));
      break;
    }
    taken.push_back(parts.front());
    parts.pop_front();
    units -= size;
  }
  return taken;
}

// A device that gets fewer would gain less than it costs to bring them there.
constexpr std::uint64_t kMinUnits = 4096;

}  // namespace

// A device, and its streams, with which threads take turns.
class GpuFillBackend::Device {
 public:
  explicit Device(int number) : number_(number), streams_(tally_kernels().size()) {
    use();
    // Fails at once where there is no code for the device.
    cudaFuncAttributes attributes;
    check_cuda(cudaFuncGetAttributes(&attributes, tally_kernels().front().function),
               "run kernels on the device");
  }

  void use() const { check_cuda(cudaSetDevice(number_), "use the device"); }

  std::string name() const {
    cudaDeviceProp properties;
    check_cuda(cudaGetDeviceProperties(&properties, number_), "describe the device");
    return properties.name;
  }

  // The streams of a kernel given by its number.
  IdlePool<TallyStream>& streams(std::size_t kernel) { return streams_[kernel]; }

 private:
  int number_;
  std::vector<IdlePool<TallyStream>> streams_;
};

// The batches of one call that are under way on a device, at most two: one is worked off while the
// host writes the next.
class GpuFillBackend::Pipeline {
 public:
  // Works off these parts, for which the kernel of that number is.
  Pipeline(Device& device, std::size_t kernel, std::vector<TallyPart> parts)
      : device_(device), kernel_(kernel), parts_(std::move(parts)), left_(parts_) {}

  // Starts on the next batch. Returns false where none is left.
  bool start_next() {
    if (left_.empty()) return false;
    device_.use();
    if (started_.size() == 2) finish_first();
    const auto batch = left_.first(std::min(left_.size(), TallyStream::kMaxParts));
    left_ = left_.subspan(batch.size());
    started_.push_back(device_.streams(kernel_).take(tally_kernels()[kernel_]));
    started_.back()->start(batch);
    return true;
  }
  void finish() {
    device_.use();
    while (!started_.empty()) finish_first();
  }

 private:
  void finish_first() {
    started_.front()->finish();
    device_.streams(kernel_).give_back(std::move(started_.front()));
    started_.pop_front();
  }

  Device& device_;
  std::size_t kernel_;
  std::vector<TallyPart> parts_;
  std::span<const TallyPart> left_;
  std::deque<std::unique_ptr<TallyStream>> started_;
};

int GpuFillBackend::device_count() {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  cudaGetLastError();  // not to come up later
  return 0;
}

GpuFillBackend::GpuFillBackend() : GpuFillBackend(all_devices()) {}

GpuFillBackend::GpuFillBackend(const std::vector<int>& devices) {
  for (const int device : devices) devices_.push_back(std::make_unique<Device>(device));
}

GpuFillBackend::~GpuFillBackend() = default;

// Enough leaves of a tree to keep a device busy for longer than it takes to reach it.
int GpuFillBackend::preferred_batch() const { return 64; }

void GpuFillBackend::run(std::span<const FillTask> tasks, std::span<FillCounts> tallies) const {
  std::vector<std::deque<TallyPart>> parts(tally_kernels().size());
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    parts[kernel_for(tasks[i])].push_back(
        {&tasks[i], &tallies[i], 0, tasks[i].fills / kFillsPerUnit});
  }
  for (std::size_t kernel = 0; kernel < parts.size(); ++kernel) {
    if (!parts[kernel].empty()) tally(kernel, parts[kernel]);
  }
}

void GpuFillBackend::tally(std::size_t kernel, std::deque<TallyPart>& parts) const {
  const std::uint64_t units = units_of(parts);
  const std::size_t shares = std::clamp<std::size_t>(units / kMinUnits, 1, devices_.size());
  const std::size_t first = turn_.fetch_add(1, std::memory_order_relaxed);
  std::deque<Pipeline> pipelines;
  for (std::size_t i = 0; i < shares; ++i) {
    std::vector<TallyPart> share = i + 1 < shares
                                       ? take_units(parts, units / shares)
                                       : std::vector<TallyPart>(parts.begin(), parts.end());
    pipelines.emplace_back(*devices_[(first + i) % devices_.size()], kernel, std::move(share));
  }
  for (bool is_started = true; is_started;) {
    is_started = false;
    for (Pipeline& pipeline : pipelines) is_started |= pipeline.start_next();
  }
  for (Pipeline& pipeline : pipelines) pipeline.finish();
}

std::vector<std::string> GpuFillBackend::device_names() const {
  std::vector<std::string> names;
  for (const auto& device : devices_) names.push_back(device->name());
  return names;
}

}  // namespace isthmus
