#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/device/cuda_error.hpp"

namespace isthmus {

// Of the device in use. Throws CudaError where CUDA does not give it.
inline int device_attribute(cudaDeviceAttr attribute) {
  int device = 0;
  check_cuda(cudaGetDevice(&device), "name the device");
  int value = 0;
  check_cuda(cudaDeviceGetAttribute(&value, attribute, device), "describe the device");
  return value;
}

// Gives a kernel the shared memory that its blocks need, and returns how many of them the device
// can hold at a time. Throws CudaError.
inline std::uint32_t resident_blocks(const void* function, int threads, std::size_t shared_bytes) {
  check_cuda(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(shared_bytes)),
             "give a kernel its shared memory");
  int blocks = 0;
  check_cuda(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, shared_bytes),
      "find how many blocks fit");
  return static_cast<std::uint32_t>(blocks * device_attribute(cudaDevAttrMultiProcessorCount));
}

}  // namespace isthmus
