#include "gpu/gpu_tallier.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

#include "gpu/tally_kernels.hpp"
#include "gpu/tally_stream.hpp"

namespace isthmus {

namespace {

// All kernels, by side.
const std::vector<TallyKernel>& tally_kernels() {
  static const std::vector<TallyKernel> kernels = [] {
    std::vector<TallyKernel> all;
    for (const TallyKernel& kernel : register_kernels()) all.push_back(kernel);
    for (const TallyKernel& kernel : band_kernels()) all.push_back(kernel);
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

// More than this at a time would only take more memory.
constexpr std::size_t kMaxJobs = 4096;

}  // namespace

// The streams that threads take turns with.
class GpuTallier::Streams {
 public:
  explicit Streams(int device) : device_(device) { use_device(); }

  int device() const { return device_; }
  void use_device() const { check_cuda(cudaSetDevice(device_), "use the device"); }

  // A stream that nobody uses.
  std::unique_ptr<TallyStream> take() {
    const std::scoped_lock lock(mutex_);
    if (idle_.empty()) return std::make_unique<TallyStream>();
    std::unique_ptr<TallyStream> stream = std::move(idle_.back());
    idle_.pop_back();
    return stream;
  }
  void give_back(std::unique_ptr<TallyStream> stream) {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(stream));
  }

 private:
  int device_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<TallyStream>> idle_;
};

int GpuTallier::device_count() {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  cudaGetLastError();  // not to come up later
  return 0;
}

GpuTallier::GpuTallier(int device) : streams_(std::make_unique<Streams>(device)) {}

GpuTallier::~GpuTallier() = default;

void GpuTallier::tally(std::span<const FillTask> tasks, std::span<Tally> tallies) const {
  std::vector<std::vector<TallyStream::Job>> jobs(tally_kernels().size());
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    jobs[kernel_for(tasks[i])].push_back({&tasks[i], &tallies[i]});
  }
  streams_->use_device();
  std::unique_ptr<TallyStream> stream = streams_->take();
  for (std::size_t kernel = 0; kernel < jobs.size(); ++kernel) {
    for (std::span<const TallyStream::Job> left = jobs[kernel]; !left.empty();) {
      const auto some = left.first(std::min(left.size(), kMaxJobs));
      stream->start(tally_kernels()[kernel], some);
      stream->finish();
      left = left.subspan(some.size());
    }
  }
  streams_->give_back(std::move(stream));
}

std::string GpuTallier::device_name() const {
  cudaDeviceProp properties;
  check_cuda(cudaGetDeviceProperties(&properties, streams_->device()), "describe the device");
  return properties.name;
}

}  // namespace isthmus
