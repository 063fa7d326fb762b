#pragma once

#include <cstdint>

namespace isthmus {

// How much a kernel on small grids is to do, and what it starts from: thread t has the generator
// Xorwow(FillKeys(seed), t).
struct BaselineRun {
  std::uint32_t threads;  // a multiple of 128
  std::uint32_t rounds;   // of each thread, or of each warp where its lanes share a grid
  std::uint64_t seed;
};

}  // namespace isthmus
