#pragma once

#include <array>
#include <cstdint>

#include "engine/host_device.hpp"
#include "engine/splitmix.hpp"

namespace isthmus {

// What the seed of a FillTask turns into: the keys of all its random numbers.
//
// Fill f of a task is bit f % 32 of group f / 32. Each group has a generator of its own (Xorwow),
// which gives one word for each bridge, then one for each single empty cell in increasing order.
// Each unit of kFillsPerUnit fills has an order of its own (FillOrder). A tally thus depends on
// the task alone, not on the word that it was counted with.
struct FillKeys {
  ISTHMUS_HOST_DEVICE explicit FillKeys(std::uint64_t seed) {
    SplitMix64 next(seed);
    for (std::uint32_t& word : state) word = static_cast<std::uint32_t>(next() >> 32);
    weyl = static_cast<std::uint32_t>(next() >> 32);
    order = next();
  }

  std::uint32_t state[5];
  std::uint32_t weyl;
  std::uint64_t order;
};

}  // namespace isthmus
