#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "engine/fills/exact_fill.hpp"
#include "engine/fills/fill_order.hpp"
#include "gpu/baselines/grid.hpp"

// Random subsets of just k elements as fills are drawn: at first at random, then put right in a
// random order. All subsets are equally likely, as the first step is alike for all of one size, and
// the second for all elements. next() gives 32 random bits as a std::uint32_t.

namespace isthmus {

// 32 subsets of the same elements at once: bit b of words[i] is set where element i is in subset b.
// The subsets share the order of the elements, which must have `count` cells from 0 on.
template <class Next>
void draw_sliced_subsets(std::uint32_t* words, int count, int k, Next&& next, FillOrder& order) {
  std::array<std::uint16_t, kMaxCells> elements;
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<std::uint16_t>(i);
  const auto draw = [&] { return static_cast<std::uint32_t>(next()); };
  fill_exactly(
      words, elements.data(), count, k, 1, [&](int) { return draw; },
      [&](int place) { return order.batch(place); });
}

// Drawn at random and corrected, on grids of 32 x 32. Each site is occupied with probability k /
// 1024, to the nearest eighth. Then sites are tried at random, three for each word of next_site(),
// and those that are occupied change where there are too many, or those that are empty where there
// are too few.
inline constexpr int kProbabilityBits = 3;
inline constexpr int kGridSites = Grid::kMaxSide * Grid::kMaxSide;

// That probability, in eighths.
ISTHMUS_HOST_DEVICE constexpr unsigned probability_in_eighths(int k) {
  constexpr unsigned kUnit = kGridSites >> kProbabilityBits;
  return (static_cast<unsigned>(k) + kUnit / 2) / kUnit;
}

// How many random words it takes to draw a word whose bits are set with a probability in eighths.
constexpr unsigned words_for_probability(unsigned eighths) {
  const unsigned fraction = eighths % (1u << kProbabilityBits);
  return fraction == 0 ? 0 : kProbabilityBits - static_cast<unsigned>(std::countr_zero(fraction));
}

// Such a word.
template <class Next>
std::uint32_t draw_with_probability(unsigned eighths, Next&& next) {
  const unsigned words = words_for_probability(eighths);
  std::uint32_t word = words == 0 && eighths != 0 ? ~0u : 0u;
  // A bit of the probability halves what the lower ones make up, and adds a half where it is set.
  for (unsigned i = kProbabilityBits - words; i < kProbabilityBits; ++i) {
    word = (eighths >> i) & 1 ? word | next() : word & next();
  }
  return word;
}

template <class Next, class NextSite>
Grid k_subset_by_correction(int k, Next&& next, NextSite&& next_site) {
  Grid grid{Grid::kMaxSide, Grid::kMaxSide};
  for (std::uint32_t& row : grid.row) row = draw_with_probability(probability_in_eighths(k), next);
  const int excess = grid.size() - k;
  int left = std::abs(excess);
  while (left > 0) {
    std::uint32_t sites = next_site();
    for (int i = 0; i < 3; ++i, sites >>= 10) {
      std::uint32_t& row = grid.row[sites / 32 % 32];
      const std::uint32_t site = std::uint32_t{1} << sites % 32;
      if (left == 0 || ((row & site) != 0) != (excess > 0)) continue;
      row ^= site;
      --left;
    }
  }
  return grid;
}

}  // namespace isthmus
