#include "gpu/net/gpu_net.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "engine/base/backend_error.hpp"
#include "gpu/device/cuda_error.hpp"
#include "gpu/device/device_buffer.hpp"
#include "gpu/device/device_limits.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/device/idle_pool.hpp"
#include "gpu/net/net_stream.hpp"
#include "gpu/net/packed_net_weights.hpp"

namespace isthmus {

namespace {

// Brings a host's vector to the device, as Ts.
template <class T, class From>
const T* upload(DeviceBuffer<T>& to, const std::vector<From>& from) {
  const std::size_t bytes = from.size() * sizeof(From);
  to.reserve(bytes / sizeof(T));
  check_cuda(cudaMemcpy(to.data(), from.data(), bytes, cudaMemcpyHostToDevice), "copy a net");
  return to.data();
}

const NetKernel& kernel_for(const Net& net) {
  const NetKernel* kernel = find_net_kernel(net.channels);
  if (kernel != nullptr) return *kernel;
  throw BackendError("there is no kernel for a net of " + std::to_string(net.channels) +
                     " channels");
}

}  // namespace

// A device, the net in its memory, and its streams, with which threads take turns.
class GpuNet::Device {
 public:
  Device(int number, const Net& net, const NetKernel& kernel) : number_(number), kernel_(kernel) {
    use();
    if (device_attribute(cudaDevAttrComputeCapabilityMajor) < 8) {
      throw BackendError("nets need a GPU of compute capability 8.0");
    }
    max_shared_bytes_ =
        static_cast<std::size_t>(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
    check_cuda(cudaFuncSetAttribute(kernel.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    static_cast<int>(max_shared_bytes_)),
               "give a kernel its shared memory");
    check_cuda(cudaFuncSetAttribute(kernel.function, cudaFuncAttributePreferredSharedMemoryCarveout,
                                    cudaSharedmemCarveoutMaxShared),
               "give a kernel its shared memory");
    const PackedNetWeights packed(net, kernel);
    net_.input = upload(input_, packed.input);
    net_.convolutions = upload(convolutions_, packed.convolutions);
    net_.policy = upload(policy_, packed.policy);
    net_.pools = upload(pools_, packed.pools);
    net_.summary = upload(summary_, packed.summary);
    net_.biases = upload(biases_, packed.biases);
    net_.outputs = upload(outputs_, packed.outputs);
    net_.blocks = static_cast<int>(net.blocks.size());
    for (std::size_t i = 0; i < net.blocks.size(); ++i) {
      if (net.blocks[i].is_pooled) net_.pooled_blocks |= std::uint64_t{1} << i;
    }
    net_.policy_channels = net.policy_channels;
    net_.value_hidden = net.value_hidden;
  }

  void use() const { check_cuda(cudaSetDevice(number_), "use the device"); }

  bool takes(const NetView& view) const {
    return net_threads(kernel_, view) <= kMaxNetThreads &&
           net_shared_bytes(kernel_, view) <= max_shared_bytes_;
  }

  const DeviceNet& net() const { return net_; }

  IdlePool<NetStream>& streams() { return streams_; }

 private:
  int number_;
  const NetKernel& kernel_;
  std::size_t max_shared_bytes_ = 0;
  DeviceBuffer<uint4> input_, convolutions_, policy_;
  DeviceBuffer<__half2> pools_, summary_;
  DeviceBuffer<float> biases_, outputs_;
  DeviceNet net_{};
  IdlePool<NetStream> streams_;
};

// Pictures that are under way on a device.
class GpuNet::Batch {
 public:
  Batch(Device& device, const NetKernel& kernel, const NetView& view,
        std::span<const std::uint8_t> points, std::span<float> outputs)
      : device_(device) {
    device_.use();
    stream_ = device_.streams().take();
    stream_->start(kernel, device_.net(), view, points, outputs);
  }
  void finish() {
    device_.use();
    stream_->finish();
    device_.streams().give_back(std::move(stream_));
  }

 private:
  Device& device_;
  std::unique_ptr<NetStream> stream_;
};

GpuNet::GpuNet(const Net& net, const std::vector<int>& devices) : kernel_(kernel_for(net)) {
  for (const int device : devices.empty() ? all_devices() : devices) {
    devices_.push_back(std::make_unique<Device>(device, net, kernel_));
  }
}

GpuNet::~GpuNet() = default;

void GpuNet::run(const NetView& view, std::span<const std::uint8_t> points,
                 std::span<float> outputs) const {
  for (const auto& device : devices_) {
    if (device->takes(view)) continue;
    throw BackendError("a board of " + std::to_string(view.columns) + " x " +
                       std::to_string(view.rows) + " is too large for a net of " +
                       std::to_string(kernel_.channels) + " channels on the device");
  }
  const std::size_t pictures = points.size() / view.points();
  // As many for each device, but so that none gets few.
  constexpr std::size_t kLeast = 128;
  const std::size_t share = std::clamp((pictures + devices_.size() - 1) / devices_.size(), kLeast,
                                       NetStream::kMaxPictures);
  std::size_t turn = turn_.fetch_add((pictures + share - 1) / share, std::memory_order_relaxed);
  std::deque<Batch> under_way;
  for (std::size_t first = 0; first < pictures; first += share) {
    const std::size_t count = std::min(share, pictures - first);
    // On each device one batch is worked off while the host sees to the other.
    if (under_way.size() == 2 * devices_.size()) {
      under_way.front().finish();
      under_way.pop_front();
    }
    under_way.emplace_back(*devices_[turn++ % devices_.size()], kernel_, view,
                           points.subspan(first * view.points(), count * view.points()),
                           outputs.subspan(first * view.outputs(), count * view.outputs()));
  }
  for (Batch& batch : under_way) batch.finish();
}

// One for each multiprocessor or so of a large device.
int GpuNet::preferred_batch() const { return 128; }

}  // namespace isthmus
