#pragma once

#include <cstdint>
#include <type_traits>

#include "gpu/device/warp.hpp"

// warp_aggregation.hpp on the device, and additions to memory that several lanes may ask for at a
// time.

namespace isthmus {

// By ballots, a key at a time. Westphal's lanes leave the loop with their peers; here all stay to
// its end, which takes as long and keeps them together.
__device__ __forceinline__ std::uint32_t peers_by_ballot(std::uint32_t key) {
  std::uint32_t peers = 0;
  std::uint32_t unclaimed = kAllLanes;
  do {
    const bool same = key == __shfl_sync(kAllLanes, key, __ffs(static_cast<int>(unclaimed)) - 1);
    const std::uint32_t lanes = __ballot_sync(kAllLanes, same);
    if (same) peers = lanes;
    unclaimed ^= lanes;
  } while (unclaimed != 0);
  return peers;
}

// By the instruction of compute capability 7.0.
__device__ __forceinline__ std::uint32_t peers_by_match(std::uint32_t key) {
  return __match_any_sync(kAllLanes, key);
}

// By sub-trees, all keys at a time: see add_aggregated() of warp_aggregation.hpp.
template <class T>
__device__ __forceinline__ T add_aggregated(T value, std::uint32_t peers, std::uint32_t lane) {
  int place = __popc(peers & ((1u << lane) - 1));
  peers &= ~1u << lane;
  while (__any_sync(kAllLanes, peers != 0)) {
    const int next = __ffs(static_cast<int>(peers));
    const T other = __shfl_sync(kAllLanes, value, next - 1);
    if (next != 0) value += other;
    peers &= __ballot_sync(kAllLanes, place % 2 == 0);
    place /= 2;
  }
  return value;
}

// Adds as devices without an atomic addition of T have to.
template <class T>
__device__ __forceinline__ void add_by_swapping(T* sum, T value) {
  using Bits = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
  auto* const bits = reinterpret_cast<Bits*>(sum);
  Bits seen = *bits;
  Bits expected;
  do {
    expected = seen;
    const T next = __builtin_bit_cast(T, expected) + value;
    seen = atomicCAS(bits, expected, __builtin_bit_cast(Bits, next));
  } while (seen != expected);
}

}  // namespace isthmus
