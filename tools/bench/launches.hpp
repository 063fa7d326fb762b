#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include "tools/bench/table.hpp"

namespace isthmus {

// Work on a device: a call of run(rounds), which returns the number of items when they are done.
// The first call finds out how many rounds take long_enough, so that starting them hardly counts.
template <class Run>
Work launches(Run run, std::chrono::milliseconds long_enough = std::chrono::milliseconds(20)) {
  return [run = std::move(run), long_enough, rounds = std::uint32_t{0}]() mutable -> std::uint64_t {
    const auto time = [&] {
      const auto start = std::chrono::steady_clock::now();
      run(rounds);
      return std::chrono::steady_clock::now() - start;
    };
    if (rounds == 0) {
      run(rounds = 1);  // brings the kernel to the device
      // Of two, as anything may hold up one.
      while (std::min(time(), time()) < long_enough) rounds *= 2;
    }
    return run(rounds);
  };
}

}  // namespace isthmus
