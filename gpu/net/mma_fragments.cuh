#pragma once

#include <cstdint>

#include <cuda_fp16.h>

// The instructions of tensor cores and asynchronous copies that the kernel of nets is made of, for
// compute capability 8.0 and later. Elsewhere it is never started, and these do nothing.

namespace isthmus {

#if __CUDA_ARCH__ >= 800
#define ISTHMUS_PTX_80(...) asm(__VA_ARGS__)
#define ISTHMUS_PTX_80_VOLATILE(...) asm volatile(__VA_ARGS__)
#else
#define ISTHMUS_PTX_80(...)
#define ISTHMUS_PTX_80_VOLATILE(...)
#endif

// The address in shared memory.
__device__ inline std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

// 16 x 16 numbers of binary16, two rows and four columns in a lane.
struct InputFragment {
  std::uint32_t words[4];
};

// Loads 16 rows of 16 numbers. A lane gives the address of 8 numbers: of row lane % 16, the first
// half for lanes below 16, the second for the others.
__device__ inline InputFragment load_fragment(std::uint32_t address) {
  InputFragment fragment{};
  ISTHMUS_PTX_80_VOLATILE("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                          : "=r"(fragment.words[0]), "=r"(fragment.words[1]),
                            "=r"(fragment.words[2]), "=r"(fragment.words[3])
                          : "r"(address)
                          : "memory");
  return fragment;
}

// Sums of 16 rows by 8 columns: [0] and [1] of row lane / 4, [2] and [3] of row lane / 4 + 8, at
// the columns 2 * (lane % 4) and the next.
using SumFragment = float[4];

// Adds a product: 16 x 16 inputs with 16 x 8 weights.
__device__ inline void multiply_add(SumFragment& sums, const InputFragment& inputs,
                                    std::uint32_t weights0, std::uint32_t weights1) {
  ISTHMUS_PTX_80(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
      "{%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
      : "r"(inputs.words[0]), "r"(inputs.words[1]), "r"(inputs.words[2]), "r"(inputs.words[3]),
        "r"(weights0), "r"(weights1));
}

// Two numbers as binary16, negative ones as zero.
__device__ inline __half2 rectified_halves(float first, float second) {
  std::uint32_t halves = 0;
  ISTHMUS_PTX_80("cvt.rn.relu.f16x2.f32 %0, %1, %2;" : "=r"(halves) : "f"(second), "f"(first));
  return *reinterpret_cast<__half2*>(&halves);
}

// Starts to copy 16 bytes from global to shared memory.
__device__ inline void copy_async(std::uint32_t to, const uint4* from) {
  ISTHMUS_PTX_80_VOLATILE("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from)
                          : "memory");
}
// Waits for all that this thread started to copy.
__device__ inline void wait_for_copies() {
  ISTHMUS_PTX_80_VOLATILE("cp.async.wait_all;" ::: "memory");
}

#undef ISTHMUS_PTX_80
#undef ISTHMUS_PTX_80_VOLATILE

}  // namespace isthmus
