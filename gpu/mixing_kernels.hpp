#pragma once

#include <cstdint>
#include <vector>

#include "gpu/mixing.hpp"
#include "gpu/seed_kernels.hpp"

// The shuffle between the warps of a block as kernels, for blocks of 8, 16 or 32 warps. The
// references are in mixing.hpp, whose block number b of n blocks is Mixer(mixing, ..., seed + b).

namespace isthmus {

// Each thread starts with its number in the block, and blocks of `warps` warps mix `run.rounds`
// times. `run.threads` is a multiple of 32 * warps. The result is the sum over all threads of
// (2 * number in the block + 1) * value in the end, modulo 2^64.
std::uint64_t run_mixing(Mixing mixing, int warps, const SeedRun& run);

// The points of a block in each round of its random walk, block after block; see walk().
// `run.rounds` counts the rounds that are recorded.
std::vector<RoundMoments> run_walks(Mixing mixing, int warps, const SeedRun& run);

}  // namespace isthmus
