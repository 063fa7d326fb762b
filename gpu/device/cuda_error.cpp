#include "gpu/device/cuda_error.hpp"

#include <string>

namespace isthmus {

namespace {

const char* advice(cudaError_t code) {
  switch (code) {
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
      return "is there a GPU of NVIDIA's, and a driver for CUDA 13, 580 or newer?";
    case cudaErrorInvalidDevice:
      return "nvidia-smi lists the devices, from 0 on";
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorUnsupportedPtxVersion:
      return "build for its architecture, with -DCMAKE_CUDA_ARCHITECTURES=native";
    case cudaErrorMemoryAllocation:
      return "free memory there, or use another device";
    default:
      return "nvidia-smi may tell what became of the device";
  }
}

}  // namespace

CudaError::CudaError(cudaError_t code, const char* action)
    : BackendError(std::string("CUDA cannot ") + action + ": " + cudaGetErrorString(code) + " (" +
                   advice(code) + ")"),
      code_(code) {}

}  // namespace isthmus
