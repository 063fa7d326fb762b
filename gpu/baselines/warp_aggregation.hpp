#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/base/host_device.hpp"
#include "gpu/device/warp.hpp"

// Lanes of a warp that have the same key, its peers, and the sums of their values (after Westphal,
// "Voting and shuffling for fewer atomic operations", GTC 2015): what warp_aggregation.cuh does on
// the device, lane by lane. Sets of lanes are bit masks.

namespace isthmus {

template <class T>
using Lanes = std::array<T, kWarpLanes>;

// The peers of each lane, itself included. The loop runs once for each key.
template <class Key>
Lanes<std::uint32_t> find_peers(const Lanes<Key>& keys) {
  Lanes<std::uint32_t> peers{};
  std::uint32_t unclaimed = kAllLanes;
  do {
    const Key key = keys[static_cast<std::size_t>(std::countr_zero(unclaimed))];
    std::uint32_t same = 0;
    for (std::size_t lane = 0; lane < kWarpLanes; ++lane) {
      if (keys[lane] == key) same |= 1u << lane;
    }
    for (std::size_t lane = 0; lane < kWarpLanes; ++lane) {
      if (keys[lane] == key) peers[lane] = same;
    }
    unclaimed ^= same;
  } while (unclaimed != 0);
  return peers;
}

// The first lane of each set of peers gets the sum of their values, in the order of the device;
// the other lanes get parts of it.
template <class T>
Lanes<T> add_aggregated(Lanes<T> values, Lanes<std::uint32_t> peers) {
  Lanes<std::uint32_t> place;  // among its peers
  for (std::size_t lane = 0; lane < kWarpLanes; ++lane) {
    place[lane] = static_cast<std::uint32_t>(std::popcount(peers[lane] & ((1u << lane) - 1)));
    peers[lane] &= ~1u << lane;  // those to be added
  }
  for (bool adding = true; adding;) {
    const Lanes<T> before = values;
    std::uint32_t even = 0;
    for (std::size_t lane = 0; lane < kWarpLanes; ++lane) {
      if (peers[lane] != 0) {
        values[lane] += before[static_cast<std::size_t>(std::countr_zero(peers[lane]))];
      }
      if (place[lane] % 2 == 0) even |= 1u << lane;
      place[lane] /= 2;
    }
    adding = false;
    for (std::uint32_t& left : peers) {
      left &= even;  // the values of the others have been added
      adding |= left != 0;
    }
  }
  return values;
}

// A key and a value, from one word that all lanes of a warp share. The warp gets the first
// `distinct_keys` keys, each of them, of one of the ranges of 32, spread over the lanes at random
// and as evenly as can be. Values are small, for exact sums in floating point too.
inline constexpr std::uint32_t kKeyRange = 1u << 20;

struct KeyedValue {
  std::uint32_t key;    // below kKeyRange
  std::uint32_t value;  // from 1 to 8
};

ISTHMUS_HOST_DEVICE constexpr KeyedValue keyed_value(std::uint32_t word, std::uint32_t lane,
                                                     std::uint32_t distinct_keys) {
  // An odd factor and a summand shuffle the lanes.
  const std::uint32_t place = ((word | 1) * lane + (word >> 5)) % kWarpLanes;
  return {(word >> 17) * kWarpLanes + place * distinct_keys / kWarpLanes,
          1 + ((word >> 10) + lane) % 8};
}

}  // namespace isthmus
