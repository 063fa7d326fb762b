// A library that has the GPU of a program fail in mid-run, as one does that is lost:
//   LD_PRELOAD=.../lose_device_later.so LOSE_DEVICE_AFTER=3 isthmus ...
// After that many seconds a kernel traps, and from then on all that the program wants of its device
// 0 fails.
#include <chrono>
#include <cstdlib>
#include <thread>

#include <cuda_runtime.h>

namespace {

__global__ void fail() { asm("trap;"); }

__attribute__((constructor)) void begin() {
  const char* seconds = std::getenv("LOSE_DEVICE_AFTER");
  if (!seconds) return;
  std::thread([seconds = std::atof(seconds)] {
    std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
    if (cudaSetDevice(0) != cudaSuccess) return;
    fail<<<1, 1>>>();
    cudaDeviceSynchronize();
  }).detach();
}

}  // namespace
