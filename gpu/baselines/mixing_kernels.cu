#include <array>

#include "gpu/baselines/baseline_launch.cuh"
#include "gpu/baselines/mixing_kernels.hpp"

namespace isthmus {

namespace {

constexpr std::uint32_t kMaxThreads = 1024;

// A thread's place in its block.
struct BlockThread {
  BlockShape block{kWarpLanes, blockDim.x / kWarpLanes};
  std::uint32_t warp = threadIdx.x / kWarpLanes;
  std::uint32_t lane = threadIdx.x % kWarpLanes;
};

// Mixes the values of a block once, each thread having one: mix() of mixing.hpp.
template <Mixing kMixing>
__device__ __forceinline__ std::uint32_t mix_block(const BlockThread& thread, std::uint32_t value,
                                                   WarpGenerator& next, std::uint32_t* shared) {
  if constexpr (kMixing == Mixing::none) return value;
  const std::uint32_t rotation = draw_rotation(kMixing, kWarpLanes, next);
  shared[thread.block.put_place(thread.warp, thread.lane, rotation)] = value;
  __syncthreads();
  value = shared[thread.block.take_place(thread.warp, thread.lane)];
  __syncthreads();
  return value;
}

template <Mixing kMixing>
__global__ void mix_numbers(BaselineRun run, std::uint64_t* total) {
  __shared__ std::uint32_t shared[kMaxThreads];
  const BlockThread thread;
  WarpGenerator next(FillKeys(run.seed + blockIdx.x), thread.warp);
  std::uint32_t value = threadIdx.x;
  for (std::uint32_t round = 0; round < run.rounds; ++round) {
    value = mix_block<kMixing>(thread, value, next, shared);
  }
  add_total(std::uint64_t{2 * threadIdx.x + 1} * value, total);
}

template <class T>
__device__ __forceinline__ T sum_of_warp(T value) {
#pragma unroll
  for (int distance = kWarpLanes / 2; distance > 0; distance /= 2) {
    value += __shfl_xor_sync(kAllLanes, value, distance);
  }
  return value;
}

template <Mixing kMixing>
__global__ void walk_points(BaselineRun run, PointMoments* moments) {
  __shared__ std::uint32_t shared[kMaxThreads];
  const BlockThread thread;
  WarpGenerator next(FillKeys(run.seed + blockIdx.x), thread.warp);
  std::uint32_t x = thread.warp << kPointBits;
  moments += std::size_t{blockIdx.x} * run.rounds * kMaps;
  for (std::uint32_t round = 0; round < kSettlingRounds + run.rounds; ++round) {
    const std::uint32_t map = draw_map(next);
    x = apply_map(map, x);
    const std::uint64_t sum = sum_of_warp(std::uint64_t{x});
    const std::uint64_t squares = sum_of_warp(std::uint64_t{x} * x);
    if (round >= kSettlingRounds && thread.lane == 0) {
      PointMoments& to = moments[(round - kSettlingRounds) * kMaps + map];
      atomicAdd(reinterpret_cast<unsigned long long*>(&to.count), kWarpLanes);
      atomicAdd(reinterpret_cast<unsigned long long*>(&to.sum), sum);
      atomicAdd(reinterpret_cast<unsigned long long*>(&to.squares), squares);
    }
    x = mix_block<kMixing>(thread, x, next, shared);
  }
}

// By Mixing.
constexpr std::array kMixNumbers{mix_numbers<Mixing::none>, mix_numbers<Mixing::simple>,
                                 mix_numbers<Mixing::better>};
constexpr std::array kWalkPoints{walk_points<Mixing::none>, walk_points<Mixing::simple>,
                                 walk_points<Mixing::better>};

}  // namespace

std::uint64_t run_mixing(Mixing mixing, std::uint32_t warps, const BaselineRun& run) {
  return run_baseline_kernel_in_blocks<1>(warps * kWarpLanes,
                                          kMixNumbers.at(static_cast<std::size_t>(mixing)), run)[0];
}

std::vector<RoundMoments> run_walks(Mixing mixing, std::uint32_t warps, const BaselineRun& run) {
  const std::uint32_t threads = warps * kWarpLanes;
  const std::uint32_t blocks = run.threads / threads;
  std::vector<RoundMoments> rounds(std::size_t{blocks} * run.rounds);
  const std::size_t bytes = rounds.size() * sizeof rounds[0];
  DeviceBuffer<PointMoments> moments;
  moments.reserve(rounds.size() * kMaps);
  check_cuda(cudaMemset(moments.data(), 0, bytes), "clear moments");
  kWalkPoints.at(static_cast<std::size_t>(mixing))<<<blocks, threads>>>(run, moments.data());
  check_cuda(cudaGetLastError(), "start a kernel");
  check_cuda(cudaMemcpy(rounds.data(), moments.data(), bytes, cudaMemcpyDeviceToHost),
             "copy moments from the device");
  return rounds;
}

}  // namespace isthmus
