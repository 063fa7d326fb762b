#pragma once

#include <utility>

#include <cuda_runtime.h>

#include "gpu/device/cuda_error.hpp"

namespace isthmus {

// A CUDA stream: what is put into it runs in order, beside other streams.
class Stream {
 public:
  Stream() {
    check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "create a stream");
  }
  Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
  Stream& operator=(Stream&&) = delete;
  ~Stream() {
    if (stream_ != nullptr) cudaStreamDestroy(stream_);
  }

  cudaStream_t get() const { return stream_; }
  // Waits for all that was put into it. Throws CudaError for what went wrong there.
  void wait() const { check_cuda(cudaStreamSynchronize(stream_), "finish its work"); }

 private:
  cudaStream_t stream_ = nullptr;
};

// Waits for what was given to no stream: cudaMemset(), and cudaMemcpy() of memory that is not
// pinned, may return before they are done, and a Stream does not wait for them. Throws CudaError
// for what went wrong there.
inline void wait_for_default_stream() {
  check_cuda(cudaStreamSynchronize(cudaStreamLegacy), "finish its work");
}

}  // namespace isthmus
