#pragma once

#include <cstdint>

#include "engine/base/host_device.hpp"

namespace isthmus {

// SplitMix64 (Steele, Lea and Flood 2014): a counter behind a mixer. It turns seeds that may be
// alike into words that are not, and draws what is needed now and then.
class SplitMix64 {
 public:
  ISTHMUS_HOST_DEVICE explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  ISTHMUS_HOST_DEVICE std::uint64_t operator()() {
    state_ += 0x9e3779b97f4a7c15u;
    return mix(state_);
  }

  // A bijection in which each bit of the word sways all bits of the result.
  ISTHMUS_HOST_DEVICE static std::uint64_t mix(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9u;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebu;
    return word ^ (word >> 31);
  }

 private:
  std::uint64_t state_;
};

}  // namespace isthmus
