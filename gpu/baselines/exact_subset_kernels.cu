#include <array>
#include <utility>

#include "engine/random/xorwow.hpp"
#include "gpu/baselines/baseline_launch.cuh"
#include "gpu/baselines/bit_matrix.hpp"
#include "gpu/baselines/exact_subset.hpp"
#include "gpu/baselines/subset_kernels.hpp"
#include "gpu/fills/warp_exact_fill.cuh"
#include "gpu/fills/warp_orders.cuh"

namespace isthmus {

namespace {

using Generator = Xorwow<std::uint32_t>;

constexpr int kWarps = kBaselineBlock / kWarpLanes;

// The digest of words of elements, or of 32 subsets, each of kWords words of one half.
__device__ __forceinline__ SubsetDigest digest_of_rows(const std::uint32_t (&words)[32],
                                                       int first) {
  SubsetDigest digest = 0;
#pragma unroll
  for (int i = 0; i < 32; ++i) {
    digest += std::uint64_t{2 * static_cast<std::uint32_t>(first + i) + 1} * words[i];
  }
  return digest;
}

__device__ __forceinline__ SubsetDigest sum_of(const std::uint32_t (&words)[32]) {
  SubsetDigest sum = 0;
#pragma unroll
  for (int i = 0; i < 32; ++i) sum += words[i];
  return sum;
}

// What a warp that draws subsets of kBits elements has in shared memory.
template <int kBits>
struct SlicedMemory {
  // Planes enough for all from -kBits to kBits.
  static constexpr int kPlanes = kBits == 32 ? 7 : 8;
  using Counter = WarpCounter<kPlanes>;
  using Excess = WarpExcess<kPlanes>;
  using Orders = WarpOrders<std::uint8_t, kBits, kWarpLanes, Excess::kAhead>;

  std::uint32_t words[kBits + 1][kWarpLanes];  // of each element, and beyond them
  typename Orders::Memory orders;              // one for each of 32 rounds
};

// draw_sliced_subsets() by each thread; those of a warp share orders. Order n of a warp w is that
// of the unit w * rounds + n.
template <int kBits, SubsetWords kWords>
__global__ void sliced_subsets(BaselineRun run, int k, std::uint64_t* total) {
  using Memory = SlicedMemory<kBits>;
  using Orders = typename Memory::Orders;
  using Counter = typename Memory::Counter;
  __shared__ Memory memories[kWarps];
  __shared__ alignas(4) std::uint8_t elements[Orders::kPitch];
  for (std::uint32_t i = threadIdx.x; i < Orders::kPitch; i += kBaselineBlock) {
    elements[i] = static_cast<std::uint8_t>(i < kBits ? i : kBits);
  }
  __syncthreads();

  const std::uint32_t lane = threadIdx.x % kWarpLanes;
  Memory& memory = memories[threadIdx.x / kWarpLanes];
  const FillKeys keys(run.seed);
  Generator next(keys, thread_number());
  Orders orders(memory.orders);
  const std::uint32_t first_unit = thread_number() / kWarpLanes * run.rounds;
  SubsetDigest digest = 0;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    if (round % kWarpLanes == 0) {
      __syncwarp();  // others may still read the orders before
      orders.start(elements, kBits, keys.order, first_unit + round + lane, static_cast<int>(lane));
      orders.reach(1);
    }
    Counter surplus(-k);
#pragma unroll
    for (int first = 0; first < kBits; first += Counter::kBatch) {
      int i = first;
      surplus.add([&] { return memory.words[i++][lane] = next(); });
    }
    const int order = static_cast<int>(round % kWarpLanes);
    typename Memory::Excess(surplus.finish(), static_cast<int>(lane))
        .remove([&](int end) { orders.reach(end); },
                [&](int place) -> std::uint32_t& {
                  return memory.words[orders.cell(order, place)][lane];
                });
#pragma unroll
    for (int half = 0; half < kBits; half += 32) {
      std::uint32_t words[32];
#pragma unroll
      for (int i = 0; i < 32; ++i) words[i] = memory.words[half + i][lane];
      if constexpr (kWords == SubsetWords::elements) {
        digest += digest_of_rows(words, half);
      } else {
        transpose(words);
        digest += sum_of(words) << half;
      }
    }
  }
  add_total(digest, total);
}

// A grid in shared memory, whose rows are kRowBytes apart, and what there is to put right.
struct Correction {
  std::uint32_t at;      // the first row, in bytes
  std::uint32_t colour;  // that of which there is too much: ones where it is the occupied sites
  int left;              // how many of them are to change
};

constexpr std::uint32_t kRowBytes = sizeof(std::uint32_t) * kWarpLanes;
constexpr std::uint32_t kGridBytes = 32 * kRowBytes;

__device__ __forceinline__ std::uint32_t& row_at(unsigned char* grids, std::uint32_t at) {
  return *reinterpret_cast<std::uint32_t*>(grids + at);
}

// Draws a grid at random; see draw_with_probability(). kWords is what words_for_probability() says.
template <int kWords>
__device__ __forceinline__ Correction draw_grid(unsigned char* grids, std::uint32_t at, int k,
                                                Generator& next) {
  const unsigned eighths = probability_in_eighths(k);
  int excess = -k;
#pragma unroll
  for (std::uint32_t r = 0; r < 32; ++r) {
    std::uint32_t row = kWords == 0 && eighths != 0 ? ~0u : 0u;
#pragma unroll
    for (int i = kProbabilityBits - kWords; i < kProbabilityBits; ++i) {
      const std::uint32_t random = next();
      // The lowest bit in use is always set.
      row =
          i == kProbabilityBits - kWords || ((eighths >> i) & 1) != 0 ? row | random : row & random;
    }
    row_at(grids, at + r * kRowBytes) = row;
    excess += __popc(row);
  }
  return {at, excess > 0 ? ~0u : 0u, abs(excess)};
}

__device__ __forceinline__ SubsetDigest digest_of_grid(unsigned char* grids, std::uint32_t at) {
  std::uint32_t rows[32];
#pragma unroll
  for (std::uint32_t r = 0; r < 32; ++r) rows[r] = row_at(grids, at + r * kRowBytes);
  return digest_of_rows(rows, 0);
}

// k_subset_by_correction() by each thread, with the generator of its number for rows, and of that
// number beyond all threads for sites. A thread works on two grids and goes on to the second as
// soon as the first is right: of two the work varies less, so that threads wait less.
template <int kWords>
__global__ void corrected_subsets(BaselineRun run, int k, std::uint64_t* total) {
  __shared__ alignas(std::uint32_t) unsigned char grids[2 * kWarps * kGridBytes];
  const std::uint32_t first = threadIdx.x / kWarpLanes * (2 * kGridBytes) +
                              threadIdx.x % kWarpLanes * sizeof(std::uint32_t);
  const FillKeys keys(run.seed);
  Generator next(keys, thread_number());
  Generator next_site(keys, run.threads + thread_number());
  SubsetDigest digest = 0;
  for (std::uint32_t round = 0; round < run.rounds; round += 2) {
    const bool has_second = round + 1 < run.rounds;
    Correction now = draw_grid<kWords>(grids, first, k, next);
    Correction later{};
    if (has_second) later = draw_grid<kWords>(grids, first + kGridBytes, k, next);
    const auto go_on = [&] {
      if (now.left > 0) return;
      asm volatile("");  // makes these moves under a condition, not selections, which are logic
      now = later;
      later.left = 0;
    };
    go_on();
#pragma unroll 2
    while (now.left > 0) {
      std::uint32_t sites = next_site();
#pragma unroll
      for (int i = 0; i < 3; ++i, sites >>= 10) {
        asm("" : "+r"(sites));  // else nvcc shifts once more, where it can multiply
        // Row, lane and grid have bits of the address of their own.
        std::uint32_t& row = row_at(grids, (sites * (kRowBytes / 32) & (31 * kRowBytes)) | now.at);
        const std::uint32_t old = row;
        const std::uint32_t site = 1u << sites % 32;
        if (now.left > 0 && ((old ^ now.colour) & site) == 0) {
          row = old ^ site;
          --now.left;
        }
      }
      go_on();
    }
    digest += digest_of_grid(grids, first);
    if (has_second) digest += digest_of_grid(grids, first + kGridBytes);
  }
  add_total(digest, total);
}

}  // namespace

SubsetDigest run_sliced_subsets(int bits, SubsetWords words, int k, const BaselineRun& run) {
  const bool elements = words == SubsetWords::elements;
  return run_baseline_kernel<1>(bits == 64 ? (elements ? sliced_subsets<64, SubsetWords::elements>
                                                       : sliced_subsets<64, SubsetWords::subsets>)
                                           : (elements ? sliced_subsets<32, SubsetWords::elements>
                                                       : sliced_subsets<32, SubsetWords::subsets>),
                                run, k)[0];
}

SubsetDigest run_corrected_subsets(int k, const BaselineRun& run) {
  constexpr auto kKernels = []<int... kWords>(std::integer_sequence<int, kWords...>) {
    return std::array{corrected_subsets<kWords>...};
  }
  (std::make_integer_sequence<int, kProbabilityBits + 1>());
  return run_baseline_kernel<1>(kKernels.at(words_for_probability(probability_in_eighths(k))), run,
                                k)[0];
}

}  // namespace isthmus
