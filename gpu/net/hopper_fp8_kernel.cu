#include "gpu/net/hopper_kernel.cuh"

namespace isthmus {

template <>
std::span<const HopperKernel> hopper_kernels<NetPrecision::fp8>() {
  return make_hopper_kernels<NetPrecision::fp8>();
}

}  // namespace isthmus
