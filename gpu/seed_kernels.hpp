#pragma once

#include <cstdint>

// Borsos' algorithms as kernels: one grid a thread, or one a warp. Each has its reference in
// k_subset.hpp or connection.hpp: it does the same with a Xorwow for each thread of
// Xorwow(FillKeys(seed), thread), and comes to the same.

namespace isthmus {

// How much a kernel is to do, and what it starts from.
struct SeedRun {
  std::uint32_t threads;  // a multiple of 128
  std::uint32_t rounds;   // grids for each thread, or for each warp
  std::uint64_t seed;
};

// The sum over all rows of all subsets of (2 * number of the row + 1) * row, modulo 2^64: whatever
// draws the same subsets comes to the same.
using SubsetDigest = std::uint64_t;

// K-subsets of one word of 32 or 64 bits, one a thread.
SubsetDigest run_word_subsets(int bits, int k, const SeedRun& run);
// K-subsets of grids with rows x 32 sites, one a thread. Rows are from 8 to 32.
SubsetDigest run_grid_subsets(int rows, int k, const SeedRun& run);
// How the lanes of a warp add up: by shuffles in a butterfly, or by the instruction that compute
// capability 8.0 brought (elsewhere by shuffles as well).
enum class WarpSum { butterfly, reduce };
// The same with 32 rows, one grid a warp: lane r draws row r.
SubsetDigest run_warp_subsets(WarpSum sum, int k, const SeedRun& run);

// What sweeps came to.
struct SweepTotals {
  std::uint64_t connected;  // grids
  std::uint64_t sweeps;
};
// Sweeps over hexagonal grids of side x side, each site occupied with chance 1/2; see
// sweep_naturally() and sweep_reordered(). Sides are from 8 to 32.
SweepTotals run_natural_sweeps(int side, const SeedRun& run);
SweepTotals run_reordered_sweeps(int side, const SeedRun& run);

// How many of such boards majority reduction finds connected, 32 boards a thread and round: the
// fast way to the same. Words are drawn cell by cell. The side is of kRegisterSides.
std::uint64_t run_reductions(int side, const SeedRun& run);

}  // namespace isthmus
