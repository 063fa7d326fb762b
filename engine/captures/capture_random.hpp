#pragma once

#include <cstdint>

#include "engine/base/host_device.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus {

// The random numbers of one playout with captures: MWC64X (D. B. Thomas, The MWC64X Random Number
// Generator, 2011), a multiplication a number, from where SplitMix64 puts the playout on its cycle
// of about 2^63.
class CaptureRandom {
 public:
  CaptureRandom() = default;
  // Of that playout; `key` is of the whole task.
  ISTHMUS_HOST_DEVICE CaptureRandom(std::uint64_t key, std::uint32_t playout)
      : state_(start(SplitMix64::mix(key + playout * 0x9e3779b97f4a7c15u))) {}

  static std::uint64_t key_of(std::uint64_t seed) { return SplitMix64::mix(~seed); }

  // A number below `bound`, as evenly distributed as 32 bits allow.
  ISTHMUS_HOST_DEVICE std::uint32_t below(std::uint32_t bound) {
    const auto low = static_cast<std::uint32_t>(state_);
    const auto high = static_cast<std::uint32_t>(state_ >> 32);
    state_ = low * std::uint64_t{4294883355u} + high;
    return static_cast<std::uint32_t>(std::uint64_t{low ^ high} * bound >> 32);
  }

 private:
  // The low half not zero and the high one below the factor, as the generator asks.
  ISTHMUS_HOST_DEVICE static std::uint64_t start(std::uint64_t word) {
    return (word >> 33 << 32) | static_cast<std::uint32_t>(word) | 1;
  }

  std::uint64_t state_ = 0;
};

}  // namespace isthmus
