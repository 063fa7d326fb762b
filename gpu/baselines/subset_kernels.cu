#include <array>
#include <utility>

#include "engine/random/xorwow.hpp"
#include "gpu/baselines/baseline_launch.cuh"
#include "gpu/baselines/subset_kernels.hpp"

namespace isthmus {

namespace {

using Generator = Xorwow<std::uint32_t>;

template <class Word>
__device__ __forceinline__ Word draw(Generator& next) {
  Word random = next();
  if constexpr (sizeof(Word) == 8) random = random << 32 | next();
  return random;
}

template <class Word>
__device__ __forceinline__ int count_bits(Word word) {
  return sizeof(Word) == 8 ? __popcll(word) : __popc(word);
}

// The sum of a value that each thread of a group has, for all of the group.
struct SumOfThread {
  __device__ __forceinline__ static int sum(int value) { return value; }
};

template <WarpSum kSum>
struct SumOfWarp {
  __device__ __forceinline__ static int sum(int value) {
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
};

// k_subset_by_selection() on a base set of which a thread, or each thread of a group, has kRows
// rows. All bits of the rows are candidates but those beyond `columns`.
template <class Word, int kRows, class Group>
__device__ __forceinline__ void select_subset(Word (&subset)[kRows], Word columns, int k,
                                              Generator& next) {
  Word candidates[kRows];
  Word selected[kRows];
#pragma unroll
  for (int r = 0; r < kRows; ++r) {
    subset[r] = 0;
    candidates[r] = columns;
  }
  for (int left = k; left > 0;) {
    int count = 0;
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
      selected[r] = candidates[r] & draw<Word>(next);
      count += count_bits(selected[r]);
    }
    count = Group::sum(count);
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
}

template <class Word>
__global__ void word_subsets(BaselineRun run, int k, std::uint64_t* total) {
  Generator next(FillKeys(run.seed), thread_number());
  SubsetDigest digest = 0;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    Word subset[1];
    select_subset<Word, 1, SumOfThread>(subset, ~Word{0}, k, next);
    digest += subset[0];
  }
  add_total(digest, total);
}

template <int kRows>
__global__ void grid_subsets(BaselineRun run, std::uint32_t columns, int k, std::uint64_t* total) {
  Generator next(FillKeys(run.seed), thread_number());
  SubsetDigest digest = 0;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    std::uint32_t subset[kRows];
    select_subset<std::uint32_t, kRows, SumOfThread>(subset, columns, k, next);
#pragma unroll
    for (std::uint32_t r = 0; r < kRows; ++r) digest += std::uint64_t{2 * r + 1} * subset[r];
  }
  add_total(digest, total);
}

// Lane r has row r and, where a grid has 64 rows, folded over, row r + 32.
template <WarpSum kSum, class Word, int kRows>
__global__ void warp_subsets(BaselineRun run, int k, std::uint64_t* total) {
  Generator next(FillKeys(run.seed), thread_number());
  SubsetDigest digest = 0;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    Word subset[kRows];
    select_subset<Word, kRows, SumOfWarp<kSum>>(subset, ~Word{0}, k, next);
#pragma unroll
    for (std::uint32_t r = 0; r < kRows; ++r) {
      const std::uint32_t row = r * kWarpLanes + threadIdx.x % kWarpLanes;
      digest += std::uint64_t{2 * row + 1} * subset[r];
    }
  }
  add_total(digest, total);
}

constexpr int kFewestRows = 8;
constexpr auto kGridSubsets = []<int... kRows>(std::integer_sequence<int, kRows...>) {
  return std::array{grid_subsets<kFewestRows + kRows>...};
}
(std::make_integer_sequence<int, 32 - kFewestRows + 1>());

template <WarpSum kSum>
SubsetDigest run_warp_subsets(int side, int k, const BaselineRun& run) {
  return run_baseline_kernel<1>(
      side == 64 ? warp_subsets<kSum, std::uint64_t, 2> : warp_subsets<kSum, std::uint32_t, 1>, run,
      k)[0];
}

}  // namespace

SubsetDigest run_word_subsets(int bits, int k, const BaselineRun& run) {
  return run_baseline_kernel<1>(
      bits == 64 ? word_subsets<std::uint64_t> : word_subsets<std::uint32_t>, run, k)[0];
}

SubsetDigest run_grid_subsets(int rows, int columns, int k, const BaselineRun& run) {
  return run_baseline_kernel<1>(kGridSubsets.at(static_cast<std::size_t>(rows - kFewestRows)), run,
                                ~0u >> (32 - columns), k)[0];
}

SubsetDigest run_warp_subsets(WarpSum sum, int side, int k, const BaselineRun& run) {
  return sum == WarpSum::reduce ? run_warp_subsets<WarpSum::reduce>(side, k, run)
                                : run_warp_subsets<WarpSum::butterfly>(side, k, run);
}

}  // namespace isthmus
