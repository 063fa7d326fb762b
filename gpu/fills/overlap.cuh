#pragma once

// The kernels of a batch follow each other. From compute capability 9.0 on the next is brought to
// the multiprocessors while the last still runs, which saves a small batch some microseconds
// ("programmatic dependent launch" in the CUDA programming guide).

namespace isthmus {

// To be called before anything is touched that the kernel before writes.
__device__ __forceinline__ void wait_for_last_kernel() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Lets the kernel that follows come as soon as all blocks of this one have.
__device__ __forceinline__ void let_next_kernel_come() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

}  // namespace isthmus
