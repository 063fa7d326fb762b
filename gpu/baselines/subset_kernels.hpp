#pragma once

#include <cstdint>

#include "gpu/baselines/baseline_run.hpp"

// Random subsets of just k elements as kernels: Borsos' select, include and exclude, and what is
// faster. Each has its reference in k_subset.hpp or exact_subset.hpp and comes to the same.

namespace isthmus {

// The sum over all rows of all subsets of (2 * number of the row + 1) * row, modulo 2^64: whatever
// draws the same subsets comes to the same. A subset of a word is its only row.
using SubsetDigest = std::uint64_t;

// K-subsets of one word of 32 or 64 bits by selection, one a thread.
SubsetDigest run_word_subsets(int bits, int k, const BaselineRun& run);

// K-subsets of grids of rows x columns by selection, one a thread. Rows are from 8 to 32, columns
// from 1 to 32.
SubsetDigest run_grid_subsets(int rows, int columns, int k, const BaselineRun& run);

// How the lanes of a warp add up: by shuffles in a butterfly, or by the instruction that compute
// capability 8.0 brought (elsewhere by shuffles as well).
enum class WarpSum { butterfly, reduce };

// K-subsets of grids of side x side by selection, one a warp; the side is 32 or 64. Lane r draws
// row r, and row r + 32 as well where there is one: the folded grid has four words a lane.
SubsetDigest run_warp_subsets(WarpSum sum, int side, int k, const BaselineRun& run);

// What a thread gives of the 32 subsets that it draws at once: a word for each element, whose bit b
// is set where it is in subset b, or a word for each subset.
enum class SubsetWords { elements, subsets };

// K-subsets of 32 or 64 elements, 32 a thread and round, drawn as fills are
// (draw_sliced_subsets()). The threads of a warp share an order each round.
// Words of elements are digested as the rows of a grid.
SubsetDigest run_sliced_subsets(int bits, SubsetWords words, int k, const BaselineRun& run);

// K-subsets of grids of 32 x 32, one a thread, at random and correction
// (k_subset_by_correction()).
SubsetDigest run_corrected_subsets(int k, const BaselineRun& run);

}  // namespace isthmus
