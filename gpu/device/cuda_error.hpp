#pragma once

#include <cuda_runtime.h>

#include "engine/base/backend_error.hpp"

namespace isthmus {

// What CUDA refused to do, why, and what would help.
class CudaError : public BackendError {
 public:
  CudaError(cudaError_t code, const char* action);

  cudaError_t code() const { return code_; }

 private:
  cudaError_t code_;
};

// Throws CudaError unless the call that returned `code` went well. `action` is what it was for, as
// in "allocate memory". An error of an earlier kernel may come up here as well.
inline void check_cuda(cudaError_t code, const char* action) {
  if (code == cudaSuccess) return;
  cudaGetLastError();  // an error that does not last must not come up again
  throw CudaError(code, action);
}

}  // namespace isthmus
