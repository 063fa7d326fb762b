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

}  // namespace isthmus
