#include <algorithm>
#include <atomic>
#include <cstdint>

#include "gpu/device/device_limits.hpp"
#include "gpu/net/device_net.hpp"
#include "gpu/net/hopper_kernel.hpp"
#include "gpu/net/hopper_weights.hpp"
#include "gpu/net/upload_net.hpp"

namespace isthmus {

namespace {

// Views of up to this number of places are computed faster by one block than by two, as blocks that
// share a position wait for each other. By trial.
constexpr int kBlockPlaces = 96;

// With fewer stages weights would not come ahead of their use; and a position that waits for its
// turn keeps those of the input's convolution and of the taps until then. On the largest boards
// there is no room for more than three.
int least_stages(const HopperKernel& kernel) {
  return kernel.positions > 1 ? kHopperStaggerTap + 2 : kernel.blocks > kHopperCluster ? 3 : 4;
}

std::span<const HopperKernel> kernels_of(NetPrecision precision) {
  return precision == NetPrecision::fp8 ? hopper_kernels<NetPrecision::fp8>()
                                        : hopper_kernels<NetPrecision::bits16>();
}

class HopperNet final : public DeviceNet {
 public:
  HopperNet(const Net& net, NetPrecision precision)
      : kernels_(kernels_of(precision)),
        reads_(net.reads()),
        channels_(net.channels),
        max_shared_bytes_(device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)),
        multiprocessors_(device_attribute(cudaDevAttrMultiProcessorCount)) {
    const PackedHopperWeights packed(net, precision);
    weights_.tiles = upload(tiles_, packed.tiles);
    weights_.biases = upload(biases_, packed.biases);
    weights_.outputs = upload(outputs_, packed.outputs);
    weights_.pooled_blocks = pooled_blocks(net);
    weights_.tile_count = packed.tile_count;
    weights_.input_tiles = packed.input_tiles;
    weights_.blocks = static_cast<int>(net.blocks.size());
    weights_.policy_channels = net.policy_channels;
    weights_.value_hidden = packed.value_hidden;
    for (const HopperKernel& kernel : kernels_) {
      check_cuda(cudaFuncSetAttribute(kernel.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      max_shared_bytes_),
                 "give a kernel its shared memory");
    }
  }

  NetPlanes reads() const override { return reads_; }
  bool takes(const NetView& view) const override {
    // One position after the other has the same view: looking for a kernel would take 0.2
    // microseconds of each.
    const std::uint64_t key = std::uint64_t{static_cast<std::uint32_t>(view.rows)} << 32 |
                              static_cast<std::uint32_t>(view.columns);
    if (taken_.load(std::memory_order_relaxed) == key) return true;
    if (kernel_for(view, multiprocessors_) == nullptr) return false;
    taken_.store(key, std::memory_order_relaxed);
    return true;
  }

  void start(const NetView& view, const std::uint8_t* points, float* outputs, int positions,
             const Stream& stream) const override {
    const HopperKernel& kernel = *kernel_for(view, positions);
    HopperTask task{weights_, view, points, outputs, positions, stages(kernel, view)};
    void* arguments[] = {&task};
    cudaLaunchAttribute cluster{};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = {static_cast<unsigned>(hopper_cluster(kernel.blocks)), 1, 1};
    cudaLaunchConfig_t launch{};
    launch.gridDim = dim3(static_cast<unsigned>(blocks(kernel, positions)));
    launch.blockDim = dim3(static_cast<unsigned>(kernel.threads()));
    launch.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes(kernel, view, task.stages));
    launch.stream = stream.get();
    launch.attrs = &cluster;
    launch.numAttrs = 1;
    check_cuda(cudaLaunchKernelExC(&launch, kernel.function, arguments), "start a kernel");
  }

 private:
  int shared_bytes(const HopperKernel& kernel, const NetView& view, int stages) const {
    return HopperMemory(HopperFrame(view), weights_, kernel.channels, kernel.places, kernel.parts,
                        kernel.positions, kernel.blocks, stages)
        .bytes;
  }
  // How many the shared memory has room for.
  int stages(const HopperKernel& kernel, const NetView& view) const {
    return std::min(kHopperMaxStages, (max_shared_bytes_ - shared_bytes(kernel, view, 0)) /
                                          hopper_tile_bytes(kernel.channels));
  }
  // One for each position, as far as there are multiprocessors; whole clusters.
  int blocks(const HopperKernel& kernel, int positions) const {
    if (kernel.blocks > 1) return positions * kernel.blocks;
    const int most = multiprocessors_ / kHopperCluster;
    return std::min((positions + kHopperCluster - 1) / kHopperCluster, most) * kHopperCluster;
  }
  // Whether blocks that share positions leave none of these waiting. Clusters of four take more of
  // the device's time altogether than they spare one position: others are to find room beside them.
  bool shares_well(const HopperKernel& kernel, const HopperFrame& frame, int positions) const {
    const int taken = positions * kernel.blocks;
    if (kernel.blocks > kHopperCluster) return 16 * taken <= multiprocessors_;
    return taken <= multiprocessors_ && frame.places() > kBlockPlaces;
  }
  // The kernel that computes fewest places; nullptr where none takes the view. Few positions are
  // best shared out among blocks and their warpgroups, many are computed two or three at a time,
  // but where a block has no room for one.
  const HopperKernel* kernel_for(const NetView& view, int positions) const {
    const int most = (positions + multiprocessors_ - 1) / multiprocessors_;
    const HopperFrame frame(view);
    const auto rank = [&](const HopperKernel& kernel) {
      constexpr int kMostPositions = 100;
      if (kernel.blocks > 1) {
        return shares_well(kernel, frame, positions) ? kMostPositions + kernel.blocks
                                                     : -kernel.blocks;
      }
      return kernel.positions <= most ? kernel.positions : 0;
    };
    const HopperKernel* best = nullptr;
    for (const HopperKernel& kernel : kernels_) {
      const int places = kernel.places * kernel.parts;
      // Taps of a block read no further than what the next one has.
      const bool reaches_far = frame.halo() > hopper_max_halo(places) ||
                               (kernel.blocks > 1 && frame.halo() > places / kernel.blocks);
      if (kernel.channels != channels_ || places < frame.places() || reaches_far ||
          (best != nullptr && rank(kernel) <= rank(*best)) ||
          stages(kernel, view) < least_stages(kernel)) {
        continue;
      }
      best = &kernel;
    }
    return best;
  }

  std::span<const HopperKernel> kernels_;
  NetPlanes reads_;
  int channels_;
  int max_shared_bytes_, multiprocessors_;
  DeviceBuffer<std::uint16_t> tiles_;
  DeviceBuffer<float> biases_, outputs_;
  HopperWeights weights_{};
  // The last view that takes() has found a kernel for: rows, columns.
  mutable std::atomic<std::uint64_t> taken_{0};
};

}  // namespace

bool has_hopper_kernels() {
  return device_attribute(cudaDevAttrComputeCapabilityMajor) == 9 &&
         device_attribute(cudaDevAttrComputeCapabilityMinor) == 0;
}

std::unique_ptr<DeviceNet> make_hopper_net(const Net& net, NetPrecision precision) {
  const auto kernels = kernels_of(precision);
  if (!has_hopper_kernels() ||
      std::none_of(kernels.begin(), kernels.end(),
                   [&](const HopperKernel& kernel) { return kernel.channels == net.channels; })) {
    return nullptr;
  }
  return std::make_unique<HopperNet>(net, precision);
}

}  // namespace isthmus
