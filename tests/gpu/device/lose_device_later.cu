// A library that has the GPU of a program fail in mid-run, as one does that is lost:
//   LD_PRELOAD=.../lose_device_later.so LOSE_DEVICE_AFTER=3 isthmus ...
// After that many seconds a kernel traps, and from then on all that the program wants of its device
// 0 fails.
#include <chrono>
#include <cstdlib>
#include <thread>

#include <cuda_runtime.h>

namespace {

__global__ void trap_if(bool is_to_fail) {
  if (is_to_fail) asm("trap;");
}

// The kernel is there and has run once before the program asks much of its device, and has a stream
// of its own: where 32 threads kept the device busy a first launch had not happened after 9
// seconds.
__attribute__((constructor)) void begin() {
  const char* seconds = std::getenv("LOSE_DEVICE_AFTER");
  if (!seconds) return;
  std::thread([seconds = std::atof(seconds)] {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
    cudaStream_t stream = nullptr;
    if (cudaSetDevice(0) != cudaSuccess) return;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess) return;
    trap_if<<<1, 1, 0, stream>>>(false);
    cudaStreamSynchronize(stream);
    std::this_thread::sleep_until(end);
    trap_if<<<1, 1, 0, stream>>>(true);
    cudaStreamSynchronize(stream);
  }).detach();
}

}  // namespace
