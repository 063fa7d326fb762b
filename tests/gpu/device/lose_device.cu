#include <cuda_runtime.h>

#include "tests/gpu/device/lose_device.hpp"

namespace isthmus {

namespace {

__global__ void fail_later() {
  for (const long long start = clock64(); clock64() - start < 20'000'000;) {
  }
  asm("trap;");
}

}  // namespace

// By more threads than any device can hold, so that nothing else runs there until it fails.
void lose_device() { fail_later<<<4096, 1024>>>(); }

}  // namespace isthmus
