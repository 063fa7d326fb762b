#pragma once

#include <numeric>
#include <vector>

#include "gpu/device/cuda_error.hpp"

namespace isthmus {

// The numbers of all devices that CUDA sees. Throws NoDeviceError where there is none, or no
// driver, and CudaError where they cannot be asked, as by a driver that is too old.
inline std::vector<int> all_devices() {
  int count = 0, driver = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  cudaDriverGetVersion(&driver);  // 0: there is none
  const bool is_none = code == cudaErrorNoDevice || (code == cudaSuccess && count == 0);
  try {
    check_cuda(is_none ? cudaErrorNoDevice : code, "find a device");
  } catch (const CudaError& error) {
    if (is_none || driver == 0) throw NoDeviceError(error.what());
    throw;
  }
  std::vector<int> devices(static_cast<std::size_t>(count));
  std::iota(devices.begin(), devices.end(), 0);
  return devices;
}

}  // namespace isthmus
