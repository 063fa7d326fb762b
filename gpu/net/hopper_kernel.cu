#include "gpu/net/hopper_kernel.cuh"

namespace isthmus {

template <>
std::span<const HopperKernel> hopper_kernels<NetPrecision::bits16>() {
  return make_hopper_kernels<NetPrecision::bits16>();
}

}  // namespace isthmus
