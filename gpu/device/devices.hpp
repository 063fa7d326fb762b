#pragma once

#include <numeric>
#include <vector>

#include "gpu/device/cuda_error.hpp"

namespace isthmus {

// The numbers of all devices that CUDA sees. Throws CudaError where there is none.
inline std::vector<int> all_devices() {
  int count = 0;
  check_cuda(cudaGetDeviceCount(&count), "find a device");
  if (count == 0) throw CudaError(cudaErrorNoDevice, "find a device");
  std::vector<int> devices(static_cast<std::size_t>(count));
  std::iota(devices.begin(), devices.end(), 0);
  return devices;
}

}  // namespace isthmus
