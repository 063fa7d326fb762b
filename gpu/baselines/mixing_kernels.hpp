#pragma once

#include <cstdint>
#include <vector>

#include "gpu/baselines/baseline_run.hpp"
#include "gpu/baselines/mixing.hpp"

// The shuffle between the warps of a block as kernels, for blocks of 8, 16 or 32 warps, and mixing
// of any kind but `full`. The references are in mixing.hpp; there, block number b starts from the
// seed `run.seed` + b. `run.threads` is a multiple of 32 * `warps`.

namespace isthmus {

// Each thread starts with its number in the block, and blocks mix `run.rounds` times. The result is
// the sum over all threads of (2 * number in the block + 1) * value in the end, modulo 2^64.
std::uint64_t run_mixing(Mixing mixing, std::uint32_t warps, const BaselineRun& run);

// What walk() records of `run.rounds` rounds, block after block.
std::vector<RoundMoments> run_walks(Mixing mixing, std::uint32_t warps, const BaselineRun& run);

}  // namespace isthmus
