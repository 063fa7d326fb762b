#pragma once

#include <cstdint>

#include "gpu/device/warp.hpp"

// What the lanes of a warp exchange. All of them must call.

namespace isthmus {

__device__ __forceinline__ std::uint32_t from_lane(std::uint32_t word, int lane) {
  return __shfl_sync(kAllLanes, word, lane);
}
__device__ __forceinline__ std::uint64_t from_lane(std::uint64_t word, int lane) {
  const std::uint32_t high = from_lane(static_cast<std::uint32_t>(word >> 32), lane);
  return std::uint64_t{high} << 32 | from_lane(static_cast<std::uint32_t>(word), lane);
}

__device__ __forceinline__ std::uint32_t greatest_of_lanes(std::uint32_t word) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_max_sync(kAllLanes, word);
#else
  for (int step = 1; step < kWarpLanes; step *= 2) {
    const std::uint32_t other = __shfl_xor_sync(kAllLanes, word, step);
    word = other > word ? other : word;
  }
  return word;
#endif
}
__device__ __forceinline__ std::uint64_t greatest_of_lanes(std::uint64_t word) {
  const auto high = static_cast<std::uint32_t>(word >> 32);
  const std::uint32_t most = greatest_of_lanes(high);
  const std::uint32_t low = high == most ? static_cast<std::uint32_t>(word) : 0;
  return std::uint64_t{most} << 32 | greatest_of_lanes(low);
}

__device__ __forceinline__ std::uint32_t any_of_lanes(std::uint32_t word) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_or_sync(kAllLanes, word);
#else
  for (int step = 1; step < kWarpLanes; step *= 2) word |= __shfl_xor_sync(kAllLanes, word, step);
  return word;
#endif
}

__device__ __forceinline__ std::uint32_t sum_of_lanes(std::uint32_t word) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  return __reduce_add_sync(kAllLanes, word);
#else
  for (int step = 1; step < kWarpLanes; step *= 2) word += __shfl_xor_sync(kAllLanes, word, step);
  return word;
#endif
}
__device__ __forceinline__ std::uint64_t sum_of_lanes(std::uint64_t word) {
  for (int step = 1; step < kWarpLanes; step *= 2) {
    const auto high = __shfl_xor_sync(kAllLanes, static_cast<std::uint32_t>(word >> 32), step);
    const auto low = __shfl_xor_sync(kAllLanes, static_cast<std::uint32_t>(word), step);
    word += std::uint64_t{high} << 32 | low;
  }
  return word;
}

// The sum over the lanes up to this one.
__device__ __forceinline__ std::uint64_t sum_up_to_lane(std::uint64_t word, int lane) {
  for (int step = 1; step < kWarpLanes; step *= 2) {
    const std::uint64_t before = from_lane(word, lane >= step ? lane - step : lane);
    if (lane >= step) word += before;
  }
  return word;
}

}  // namespace isthmus
