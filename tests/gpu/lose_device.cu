#include <cuda_runtime.h>

#include "tests/gpu/lose_device.hpp"

namespace isthmus {

namespace {

__global__ void fail() { asm("trap;"); }

}  // namespace

void lose_device() {
  fail<<<1, 1>>>();
  cudaDeviceSynchronize();
}

}  // namespace isthmus
