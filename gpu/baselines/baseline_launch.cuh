#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "gpu/baselines/baseline_run.hpp"
#include "gpu/device/device_buffer.hpp"
#include "gpu/device/warp.hpp"

namespace isthmus {

inline constexpr std::uint32_t kBaselineBlock = 128;

__device__ __forceinline__ std::uint32_t thread_number() {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

// Adds the values of all lanes to a total.
__device__ __forceinline__ void add_total(std::uint64_t value, std::uint64_t* total) {
#pragma unroll
  for (int distance = kWarpLanes / 2; distance > 0; distance /= 2) {
    value += __shfl_xor_sync(kAllLanes, value, distance);
  }
  if (threadIdx.x % kWarpLanes == 0) {
    atomicAdd(reinterpret_cast<unsigned long long*>(total), value);
  }
}

// Runs a kernel (run, parameters..., totals) to its end and gives kTotals totals, zero at first.
template <std::size_t kTotals, class Kernel, class... Parameters>
std::array<std::uint64_t, kTotals> run_baseline_kernel_in_blocks(std::uint32_t block, Kernel kernel,
                                                                 const BaselineRun& run,
                                                                 Parameters... parameters) {
  DeviceBuffer<std::uint64_t> totals;
  totals.reserve(kTotals);
  std::array<std::uint64_t, kTotals> result;
  check_cuda(cudaMemset(totals.data(), 0, sizeof result), "clear totals");
  kernel<<<run.threads / block, block>>>(run, parameters..., totals.data());
  check_cuda(cudaGetLastError(), "start a kernel");
  check_cuda(cudaMemcpy(result.data(), totals.data(), sizeof result, cudaMemcpyDeviceToHost),
             "copy totals from the device");
  return result;
}

// The same in blocks of kBaselineBlock threads.
template <std::size_t kTotals, class Kernel, class... Parameters>
std::array<std::uint64_t, kTotals> run_baseline_kernel(Kernel kernel, const BaselineRun& run,
                                                       Parameters... parameters) {
  return run_baseline_kernel_in_blocks<kTotals>(kBaselineBlock, kernel, run, parameters...);
}

}  // namespace isthmus
