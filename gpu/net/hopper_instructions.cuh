#pragma once

#include <cstdint>

#include <cuda_fp16.h>

// Instructions that only Hopper has (sm_90a), as hopper_kernel.cu uses them: bulk copies that
// signal their end to a barrier in shared memory, and moves between activations and sums. The
// multiplications are in hopper_multiply.cuh.

namespace isthmus {

__device__ inline std::uint32_t address_in_shared(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

// A barrier in shared memory, at an address; its phases have the parities 0, 1, 0, ... A phase ends
// when all arrivals and all bytes that it expects have come.
struct PhaseBarrier {
  std::uint32_t address;

  __device__ void make(int arrivals) const {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address), "r"(arrivals));
  }
  __device__ void arrive() const {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(address) : "memory");
  }
  // At the barrier that another block of the cluster has at the same place.
  __device__ void arrive_at(int block) const {
    asm volatile(
        "{\n.reg .b32 there;\n"
        "mapa.shared::cluster.u32 there, %0, %1;\n"
        "mbarrier.arrive.shared::cluster.b64 _, [there];\n}" ::"r"(address),
        "r"(block)
        : "memory");
  }
  __device__ void arrive_and_expect(int bytes) const {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address), "r"(bytes)
                 : "memory");
  }
  // Stores 16 bytes to another block of the cluster, to where that has the target; the barrier
  // that it has at the same place as this one counts them when they have come.
  __device__ void store_at(int block, std::uint32_t target, uint4 words) const {
    asm volatile(
        "{\n.reg .b32 there, to;\n"
        "mapa.shared::cluster.u32 there, %0, %2;\n"
        "mapa.shared::cluster.u32 to, %1, %2;\n"
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [to], {%3, %4, %5, %6}, "
        "[there];\n}" ::"r"(address),
        "r"(target), "r"(block), "r"(words.x), "r"(words.y), "r"(words.z), "r"(words.w)
        : "memory");
  }
  // Likewise 8 bytes; the block may be this one.
  __device__ void store_at(int block, std::uint32_t target, float2 numbers) const {
    asm volatile(
        "{\n.reg .b32 there, to;\n"
        "mapa.shared::cluster.u32 there, %0, %2;\n"
        "mapa.shared::cluster.u32 to, %1, %2;\n"
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [to], {%3, %4}, "
        "[there];\n}" ::"r"(address),
        "r"(target), "r"(block), "r"(__float_as_uint(numbers.x)), "r"(__float_as_uint(numbers.y))
        : "memory");
  }
  // Returns once the phase of this parity is over.
  __device__ void wait(int parity) const {
    std::uint32_t is_over = 0;
    while (is_over == 0) {
      asm volatile(
          "{\n.reg .pred p;\n"
          "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n"
          "selp.u32 %0, 1, 0, p;\n}"
          : "=r"(is_over)
          : "r"(address), "r"(parity)
          : "memory");
    }
  }
};

// Makes barriers known to all that may use them. A barrier of the block has to follow.
__device__ inline void publish_barriers() {
  asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

// The number of this block in its cluster.
__device__ inline int cluster_rank() {
  int rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
// Says that this thread has come so far, and waits for all threads of the cluster that have not
// ended.
__device__ inline void arrive_at_cluster() {
  asm volatile("barrier.cluster.arrive.release;" ::: "memory");
}
__device__ inline void wait_for_cluster() {
  asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
}

// Starts to copy bytes, a multiple of 16, from global to shared memory, to the same address in the
// blocks of the cluster that have a bit in the mask; signals the barrier of each.
__device__ inline void copy_bulk(std::uint32_t to, const void* from, int bytes,
                                 PhaseBarrier barrier, int mask) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
      "[%0], [%1], %2, [%3], %4;" ::"r"(to),
      "l"(from), "r"(bytes), "r"(barrier.address), "h"(static_cast<short>(mask))
      : "memory");
}

// Lets the tensor cores see what this thread has stored to shared memory. A barrier with those that
// multiply has to follow.
__device__ inline void publish_stores() {
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

// Waits for `threads` threads of the block, whole warps; numbers from 1 to 15.
__device__ inline void wait_for_threads(int number, int threads) {
  asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory");
}
// Counts as waiting, and goes on.
__device__ inline void pass_threads(int number, int threads) {
  asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(threads) : "memory");
}

// Of all threads of a warpgroup: how many registers each has from here on.
template <int kCount>
__device__ inline void take_registers() {
  asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(kCount));
}
template <int kCount>
__device__ inline void give_registers_back() {
  asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(kCount));
}

// Four (two, one) blocks of 8 x 8 numbers, two of a row in each lane's word: columns 2 * (lane % 4)
// and the next of row lane / 4. They lie in memory transposed: lane 8 * i + j gives the address of
// column j of block i, 16 bytes.
__device__ inline void store_blocks(std::uint32_t address, const std::uint32_t (&words)[4]) {
  asm volatile(
      "stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(address),
      "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3])
      : "memory");
}
__device__ inline void store_blocks(std::uint32_t address, const std::uint32_t (&words)[2]) {
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" ::"r"(address),
               "r"(words[0]), "r"(words[1])
               : "memory");
}
__device__ inline void store_blocks(std::uint32_t address, const std::uint32_t (&words)[1]) {
  asm volatile("stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [%0], {%1};" ::"r"(address),
               "r"(words[0])
               : "memory");
}
__device__ inline void load_blocks(std::uint32_t address, std::uint32_t (&words)[4]) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(words[0]), "=r"(words[1]), "=r"(words[2]), "=r"(words[3])
               : "r"(address)
               : "memory");
}
__device__ inline void load_blocks(std::uint32_t address, std::uint32_t (&words)[2]) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(words[0]), "=r"(words[1])
               : "r"(address)
               : "memory");
}

// Loads from where bulk copies write, behind what came before.
__device__ inline std::uint32_t load_word(std::uint32_t address) {
  std::uint32_t word;
  asm volatile("ld.shared.b32 %0, [%1];" : "=r"(word) : "r"(address) : "memory");
  return word;
}
__device__ inline uint4 load_words(std::uint32_t address) {
  uint4 words;
  asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
               : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)
               : "r"(address)
               : "memory");
  return words;
}

// Stores 16 zero bytes.
__device__ inline void store_zeros(std::uint32_t address) {
  asm volatile("st.shared.v4.b32 [%0], {%1, %1, %1, %1};" ::"r"(address), "r"(0) : "memory");
}

// Two numbers as binary16, negative ones as zero.
__device__ inline std::uint32_t rectified_word(float first, float second) {
  std::uint32_t word;
  asm("cvt.rn.relu.f16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(second), "f"(first));
  return word;
}
// The sums of two pairs, likewise.
__device__ inline std::uint32_t rectified_sums(std::uint32_t first, std::uint32_t second) {
  std::uint32_t word;
  constexpr std::uint32_t kOnes = 0x3c003c00;
  asm("fma.rn.relu.f16x2 %0, %1, %2, %3;" : "=r"(word) : "r"(first), "r"(kOnes), "r"(second));
  return word;
}
__device__ inline std::uint32_t word_of(float first, float second) {
  std::uint32_t word;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(word) : "f"(second), "f"(first));
  return word;
}
// Four numbers as fp8, negative ones as zero, those beyond the greatest as that.
__device__ inline std::uint32_t rectified_float8(float a, float b, float c, float d) {
  std::uint32_t word;
  asm("{\n.reg .b16 low, high;\n"
      "cvt.rn.satfinite.relu.e4m3x2.f32 low, %2, %1;\n"
      "cvt.rn.satfinite.relu.e4m3x2.f32 high, %4, %3;\n"
      "mov.b32 %0, {low, high};\n}"
      : "=r"(word)
      : "f"(a), "f"(b), "f"(c), "f"(d));
  return word;
}
// Likewise two pairs of binary16: the first of each, then the second of each.
__device__ inline std::uint32_t rectified_float8(std::uint32_t first, std::uint32_t second) {
  std::uint32_t word;
  asm("{\n.reg .b16 low, high;\n.reg .b32 a, b;\n"
      "cvt.rn.satfinite.relu.e4m3x2.f16x2 low, %1;\n"
      "cvt.rn.satfinite.relu.e4m3x2.f16x2 high, %2;\n"
      "cvt.u32.u16 a, low;\ncvt.u32.u16 b, high;\n"
      "prmt.b32 %0, a, b, 0x5140;\n}"
      : "=r"(word)
      : "r"(first), "r"(second));
  return word;
}
__device__ inline float2 numbers_of(std::uint32_t word) {
  return __half22float2(*reinterpret_cast<const __half2*>(&word));
}

}  // namespace isthmus
