#include "gpu/device/cuda_error.hpp"
#include "tests/gpu/device/spin.hpp"

namespace isthmus::test {

namespace {

__device__ unsigned long long now() {
  unsigned long long nanoseconds;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(nanoseconds));
  return nanoseconds;
}

__global__ void spin(unsigned long long nanoseconds) {
  for (const unsigned long long start = now(); now() - start < nanoseconds;) {
  }
}

}  // namespace

void start_spin(const Stream& stream, std::chrono::microseconds time) {
  const auto nanoseconds = static_cast<unsigned long long>(time.count()) * 1000;
  spin<<<1, 1, 0, stream.get()>>>(nanoseconds);
  check_cuda(cudaGetLastError(), "start a kernel");
}

}  // namespace isthmus::test
