#include <array>
#include <utility>

#include "engine/xorwow.hpp"
#include "gpu/seed_launch.cuh"

namespace isthmus {

namespace {

using Generator = Xorwow<std::uint32_t>;

template <class Word>
__global__ void word_subsets(SeedRun run, int k, std::uint64_t* total) {
  Generator next(FillKeys(run.seed), thread_number());
  SubsetDigest digest = 0;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    Word subset = 0;
    Word candidates = ~Word{0};
    for (int left = k; left > 0;) {
      Word random = next();
      if constexpr (sizeof(Word) == 8) random = random << 32 | next();
      const Word selected = candidates & random;
      const int count = sizeof(Word) == 8 ? __popcll(selected) : __popc(selected);
      if (count <= left) {
        subset |= selected;
        candidates &= ~selected;
        left -= count;
      } else {
        candidates = selected;
      }
    }
    digest += subset;
  }
  add_total(digest, total);
}

template <int kRows>
__global__ void grid_subsets(SeedRun run, int k, std::uint64_t* total) {
  Generator next(FillKeys(run.seed), thread_number());
  SubsetDigest digest = 0;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    std::uint32_t subset[kRows] = {};
    std::uint32_t candidates[kRows];
    std::uint32_t selected[kRows];
#pragma unroll
    for (int r = 0; r < kRows; ++r) candidates[r] = ~0u;
    for (int left = k; left > 0;) {
      int count = 0;
#pragma unroll
      for (int r = 0; r < kRows; ++r) {
        selected[r] = candidates[r] & next();
        count += __popc(selected[r]);
      }
      if (count <= left) {
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
          subset[r] |= selected[r];
          candidates[r] &= ~selected[r];
        }
        left -= count;
      } else {
#pragma unroll
        for (int r = 0; r < kRows; ++r) candidates[r] = selected[r];
      }
    }
#pragma unroll
    for (std::uint32_t r = 0; r < kRows; ++r) digest += std::uint64_t{2 * r + 1} * subset[r];
  }
  add_total(digest, total);
}

template <WarpSum kSum>
__device__ __forceinline__ int warp_sum(int value) {
#if __CUDA_ARCH__ >= 800
  if constexpr (kSum == WarpSum::reduce) {
    return __reduce_add_sync(kAllLanes, value);
  } else
#endif
  {
#pragma unroll
    for (int distance = kWarpLanes / 2; distance > 0; distance /= 2) {
      value += __shfl_xor_sync(kAllLanes, value, distance);
    }
    return value;
  }
}

template <WarpSum kSum>
__global__ void warp_subsets(SeedRun run, int k, std::uint64_t* total) {
  Generator next(FillKeys(run.seed), thread_number());
  SubsetDigest digest = 0;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    std::uint32_t subset = 0;
    std::uint32_t candidates = ~0u;
    for (int left = k; left > 0;) {
      const std::uint32_t selected = candidates & next();
      const int count = warp_sum<kSum>(__popc(selected));
      if (count <= left) {
        subset |= selected;
        candidates &= ~selected;
        left -= count;
      } else {
        candidates = selected;
      }
    }
    digest += std::uint64_t{2 * (threadIdx.x % kWarpLanes) + 1} * subset;
  }
  add_total(digest, total);
}

using Kernel = void (*)(SeedRun, int, std::uint64_t*);

constexpr int kFewestRows = 8;
constexpr auto kGridSubsets = []<int... kRows>(std::integer_sequence<int, kRows...>) {
  return std::array<Kernel, sizeof...(kRows)>{grid_subsets<kFewestRows + kRows>...};
}
(std::make_integer_sequence<int, 32 - kFewestRows + 1>());

}  // namespace

SubsetDigest run_word_subsets(int bits, int k, const SeedRun& run) {
  return run_seed_kernel<1>(bits == 64 ? word_subsets<std::uint64_t> : word_subsets<std::uint32_t>,
                            run, k)[0];
}

SubsetDigest run_grid_subsets(int rows, int k, const SeedRun& run) {
  return run_seed_kernel<1>(kGridSubsets.at(static_cast<std::size_t>(rows - kFewestRows)), run,
                            k)[0];
}

SubsetDigest run_warp_subsets(WarpSum sum, int k, const SeedRun& run) {
  return run_seed_kernel<1>(
      sum == WarpSum::reduce ? warp_subsets<WarpSum::reduce> : warp_subsets<WarpSum::butterfly>,
      run, k)[0];
}

}  // namespace isthmus
