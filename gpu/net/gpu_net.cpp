#include "gpu/net/gpu_net.hpp"

#include <algorithm>
#include <deque>
#include <string>
#include <utility>

#include "engine/base/backend_error.hpp"
#include "engine/base/thread_group.hpp"
#include "gpu/device/cuda_error.hpp"
#include "gpu/device/device_limits.hpp"
#include "gpu/device/devices.hpp"
#include "gpu/device/idle_pool.hpp"
#include "gpu/net/device_net.hpp"
#include "gpu/net/net_stream.hpp"

namespace isthmus {

// A device, the net in its memory, and its streams, with which threads take turns.
class GpuNet::Device {
 public:
  Device(int number, const Net& net, NetPrecision precision) : number_(number) {
    use();
    if (device_attribute(cudaDevAttrComputeCapabilityMajor) < 8) {
      throw BackendError("nets need a GPU of compute capability 8.0");
    }
    if (auto net_of_hopper = make_hopper_net(net, precision)) {
      nets_.push_back(std::move(net_of_hopper));
    }
    nets_.push_back(make_mma_net(net));
  }

  void use() const { check_cuda(cudaSetDevice(number_), "use the device"); }

  // The fastest for a view; nullptr where none takes it.
  const DeviceNet* net_for(const NetView& view) const {
    for (const auto& net : nets_) {
      if (net->takes(view)) return net.get();
    }
    return nullptr;
  }

  IdlePool<NetStream>& streams() { return streams_; }

 private:
  int number_;
  std::vector<std::unique_ptr<DeviceNet>> nets_;  // the fastest first
  IdlePool<NetStream> streams_;
};

// Positions that are under way on a device.
class GpuNet::Batch {
 public:
  Batch(Device& device, const NetView& view, std::span<const std::uint8_t> points,
        std::span<float> outputs)
      : device_(device) {
    device_.use();
    stream_ = device_.streams().take();
    stream_->start(*device_.net_for(view), view, points, outputs);
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

GpuNet::GpuNet(const Net& net, const std::vector<int>& devices, NetPrecision precision)
    : channels_(net.channels) {
  for (const int device : devices.empty() ? all_devices() : devices) {
    devices_.push_back(std::make_unique<Device>(device, net, precision));
  }
}

GpuNet::~GpuNet() = default;

void GpuNet::run(const NetView& view, std::span<const std::uint8_t> points,
                 std::span<float> outputs) const {
  for (const auto& device : devices_) {
    if (device->net_for(view) != nullptr) continue;
    throw BackendError("a board of " + std::to_string(view.columns) + " x " +
                       std::to_string(view.rows) + " is too large for a net of " +
                       std::to_string(channels_) + " channels on the device");
  }
  const std::size_t positions = points.size() / view.points();
  // One thread copies outputs no faster than a device computes them.
  constexpr std::size_t kMaxThreads = 4;
  const std::size_t threads =
      std::clamp(positions / (2 * NetStream::kMaxPositions), std::size_t{1}, kMaxThreads);
  if (threads == 1) {
    run_part(view, points, outputs);
    return;
  }
  run_together("net", static_cast<int>(threads), [&](int thread, const std::stop_token&) {
    const auto i = static_cast<std::size_t>(thread);
    const std::size_t first = positions * i / threads,
                      count = positions * (i + 1) / threads - first;
    run_part(view, points.subspan(first * view.points(), count * view.points()),
             outputs.subspan(first * view.outputs(), count * view.outputs()));
  });
}

void GpuNet::run_part(const NetView& view, std::span<const std::uint8_t> points,
                      std::span<float> outputs) const {
  const std::size_t positions = points.size() / view.points();
  // As many for each device, but so that none gets few.
  constexpr std::size_t kLeast = 128;
  const std::size_t share = std::clamp((positions + devices_.size() - 1) / devices_.size(), kLeast,
                                       NetStream::kMaxPositions);
  std::size_t turn = turn_.fetch_add((positions + share - 1) / share, std::memory_order_relaxed);
  std::deque<Batch> under_way;
  for (std::size_t first = 0; first < positions; first += share) {
    const std::size_t count = std::min(share, positions - first);
    // On each device one batch is worked off while the host sees to the other.
    if (under_way.size() == 2 * devices_.size()) {
      under_way.front().finish();
      under_way.pop_front();
    }
    under_way.emplace_back(*devices_[turn++ % devices_.size()], view,
                           points.subspan(first * view.points(), count * view.points()),
                           outputs.subspan(first * view.outputs(), count * view.outputs()));
  }
  for (Batch& batch : under_way) batch.finish();
}

// One for each multiprocessor or so of a large device.
int GpuNet::preferred_batch() const { return 128; }

bool GpuNet::is_fast_for_large_nets(const std::vector<int>& devices) {
  try {
    const std::vector<int> all = all_devices();
    const std::vector<int>& used = devices.empty() ? all : devices;
    return std::all_of(used.begin(), used.end(), [](int device) {
      check_cuda(cudaSetDevice(device), "use the device");
      return has_hopper_kernels();
    });
  } catch (const BackendError&) {
    return false;  // what is to run there says why it cannot
  }
}

}  // namespace isthmus
