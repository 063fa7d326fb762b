#pragma once

#include <cstdint>
#include <vector>

#include "gpu/baselines/baseline_run.hpp"

// Random numbers drawn by kernels, one generator a thread. Each source has its reference for the
// CPU, which comes to the same words.

namespace isthmus {

// What draws them, and how it starts in thread t of n.
enum class RandomSource {
  // Park and Miller's (park_miller.hpp): numbers t + 1, t + 1 + n, t + 1 + 2n, ... of the sequence
  // that follows the seed, which is from 1 to ParkMiller::kModulus - 1. All threads together thus
  // draw the sequence in order.
  park_miller,
  // Ours (engine/random/xorwow.hpp): Xorwow(FillKeys(seed), t).
  xorwow,
  // cuRAND's XORWOW with t as its subsequence: CurandXorwow(seed).subsequence(t). To start one
  // takes as long as thousands of words.
  curand_xorwow,
  // cuRAND's Philox4x32-10 with the seed as its key and t as its subsequence, four words at a time:
  // Philox(seed, t).
  curand_philox,
};

// The sum modulo 2^32 of `run.rounds` words of each thread, a multiple of 4, which stay in
// registers. As fast as the source is.
std::uint32_t run_random_words(RandomSource source, const BaselineRun& run);

// The words themselves, by way of the device's memory: word i of thread t, both counted from 0, is
// at i * run.threads + t.
std::vector<std::uint32_t> draw_random_words(RandomSource source, const BaselineRun& run);

}  // namespace isthmus
