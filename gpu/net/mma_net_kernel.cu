#include <array>

#include "gpu/net/mma_layers.cuh"
#include "gpu/net/mma_net_kernel.hpp"

namespace isthmus {

namespace {

template <int kChannels>
__global__ void __launch_bounds__(kMaxMmaNetThreads, 1)
    net_kernel(__grid_constant__ const MmaWeights net, NetView view, const std::uint8_t* points,
               float* outputs) {
  extern __shared__ __align__(128) char shared[];
  MmaLayers<kChannels>(net, view, shared)
      .run(points + blockIdx.x * view.points(), outputs + blockIdx.x * view.outputs());
}

template <int kChannels>
MmaNetKernel kernel_of() {
  return {kChannels, reinterpret_cast<const void*>(net_kernel<kChannels>),
          MmaShape<kChannels>::kWarpChannels, MmaShape<kChannels>::kSliceInputs};
}

}  // namespace

const MmaNetKernel* find_mma_net_kernel(int channels) {
  static const std::array kKernels{kernel_of<32>(), kernel_of<64>(), kernel_of<96>(),
                                   kernel_of<128>()};
  for (const MmaNetKernel& kernel : kKernels) {
    if (kernel.channels == channels) return &kernel;
  }
  return nullptr;
}

int mma_net_threads(const MmaNetKernel& kernel, const NetView& view) {
  return 32 * point_warps(MmaFrame(view)) * (kernel.channels / kernel.warp_channels);
}

std::size_t mma_net_shared_bytes(const MmaNetKernel& kernel, const NetView& view) {
  const MmaFrame frame(view);
  return static_cast<std::size_t>(MmaMemory(frame, kernel.channels,
                                            kernel.slice_inputs * kernel.channels / 8,
                                            point_warps(frame))
                                      .bytes);
}

}  // namespace isthmus
