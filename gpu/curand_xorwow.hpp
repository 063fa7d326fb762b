#pragma once

#include <cstdint>

#include "engine/xorwow.hpp"

namespace isthmus {

// The generator that cuRAND's curand_init(seed, 0, 0) starts (the constants are those of
// curand_kernel.h): Marsaglia's initial state, changed by the halves of the seed.
inline Xorwow<std::uint32_t> curand_xorwow(std::uint64_t seed) {
  const std::uint32_t low = 1099087573u * (static_cast<std::uint32_t>(seed) ^ 0xaad26b49u);
  const std::uint32_t high = 2591861531u * (static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddu);
  return {123456789u + low, 362436069u ^ low, 521288629u + high,
          88675123u ^ high, 5783321u + low,   6615241u + low + high};
}

}  // namespace isthmus
