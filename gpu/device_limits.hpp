#pragma once

#include <cstdint>

#include "gpu/cuda_error.hpp"
#include "gpu/fill_batch.hpp"
#include "gpu/warp.hpp"

namespace isthmus {

// Of the device in use. Throws CudaError where it cannot tell.
inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0;
  check_cuda(cudaGetDevice(&device), "name the device");
  int value = 0;
  check_cuda(cudaDeviceGetAttribute(&value, attribute, device), "describe the device");
  return value;
}

// Gives a kernel the shared memory that it needs, and tells how many of its blocks the device can
// hold at a time. Throws CudaError.
inline std::uint32_t resident_blocks(const TallyKernel& kernel) {
  check_cuda(cudaFuncSetAttribute(kernel.function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(kernel.shared_bytes)),
             "give a kernel its shared memory");
  int blocks = 0;
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.function, kWarpLanes,
                                                           kernel.shared_bytes),
             "tell how many blocks fit");
  return static_cast<std::uint32_t>(blocks * device_attribute(cudaDevAttrMultiProcessorCount));
}

}  // namespace isthmus
