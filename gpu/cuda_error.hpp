#pragma once

#include <stdexcept>
#include <string>

#include <cuda_runtime.h>

namespace isthmus {

// What CUDA refused to do, and why.
class CudaError : public std::runtime_error {
 public:
  CudaError(cudaError_t code, const char* action)
      : std::runtime_error(std::string("CUDA cannot ") + action + ": " + cudaGetErrorString(code)),
        code_(code) {}

  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

// Throws CudaError unless the call that returned `code` went well. `action` is what it was for, as
// in "allocate device memory". An error of an earlier kernel may come up here as well.
inline void check_cuda(cudaError_t code, const char* action) {
  if (code == cudaSuccess) return;
  cudaGetLastError();  // an error that does not last must not come up again
  throw CudaError(code, action);
}

}  // namespace isthmus
