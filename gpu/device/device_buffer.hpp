#pragma once

#include <cstddef>
#include <utility>

#include <cuda_runtime.h>

#include "gpu/device/cuda_error.hpp"

namespace isthmus {

// An array that only grows, for scratch that is written anew each time.
// kAllocate and kFree are as cudaMalloc() and cudaFree().
template <class T, cudaError_t (*kAllocate)(void**, std::size_t), cudaError_t (*kFree)(void*)>
class CudaBuffer {
 public:
  CudaBuffer() = default;
  CudaBuffer(CudaBuffer&& other) noexcept { *this = std::move(other); }
  CudaBuffer& operator=(CudaBuffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  ~CudaBuffer() { kFree(data_); }

  // Makes room for `size` elements; what the buffer held is lost where it grows. Throws CudaError
  // and leaves the buffer empty where there is no memory.
  void reserve(std::size_t size) {
    if (size <= capacity_) return;
    kFree(std::exchange(data_, nullptr));
    capacity_ = 0;
    check_cuda(kAllocate(reinterpret_cast<void**>(&data_), size * sizeof(T)), "allocate memory");
    capacity_ = size;
  }

  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
  std::size_t capacity_ = 0;
};

inline cudaError_t allocate_on_device(void** data, std::size_t bytes) {
  return cudaMalloc(data, bytes);
}
inline cudaError_t allocate_pinned(void** data, std::size_t bytes) {
  return cudaMallocHost(data, bytes);
}

// Memory of the device.
template <class T>
using DeviceBuffer = CudaBuffer<T, allocate_on_device, cudaFree>;
// Memory of the host that the device copies to and from by itself.
template <class T>
using PinnedBuffer = CudaBuffer<T, allocate_pinned, cudaFreeHost>;

}  // namespace isthmus
