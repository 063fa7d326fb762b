#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "gpu/baselines/grid.hpp"

// Random subsets of just k elements, all equally likely (after Borsos, "Generating small random
// grids with a given number of occupied sites", GPU Day 2023). k is from 0 to the size of the
// base set. next() gives 32 random bits as a std::uint32_t.

namespace isthmus {

// A uniformly random number below `range` > 0 (Lemire, "Fast random integer generation in an
// interval", 2019).
template <class Next>
std::uint32_t draw_below(std::uint32_t range, Next&& next) {
  std::uint64_t product;
  do {
    product = std::uint64_t{next()} * range;
  } while (static_cast<std::uint32_t>(product) < range &&
           static_cast<std::uint32_t>(product) < (0 - range) % range);
  return static_cast<std::uint32_t>(product >> 32);
}

// By list: picks sites of `base` out of a list of those left.
template <class Next>
Grid k_subset_by_list(const Grid& base, int k, Next&& next) {
  std::array<std::uint16_t, Grid::kMaxSide * Grid::kMaxSide> list;
  std::uint32_t left = 0;
  for (int r = 0; r < base.rows; ++r) {
    for (std::uint32_t word = base.row[static_cast<std::size_t>(r)]; word != 0; word &= word - 1) {
      list[left++] = static_cast<std::uint16_t>(r * Grid::kMaxSide + std::countr_zero(word));
    }
  }
  Grid subset{base.rows, base.columns};
  for (; k > 0; --k) {
    const std::uint32_t picked = draw_below(left, next);
    subset.insert(list[picked] / Grid::kMaxSide, list[picked] % Grid::kMaxSide);
    list[picked] = list[--left];
  }
  return subset;
}

// By bit probe: tries sites at random and takes those of `base` that it has not yet.
template <class Next>
Grid k_subset_by_probe(const Grid& base, int k, Next&& next) {
  Grid subset{base.rows, base.columns};
  while (k > 0) {
    const std::uint32_t site =
        draw_below(static_cast<std::uint32_t>(base.rows * base.columns), next);
    const int r = static_cast<int>(site) / base.columns;
    const int c = static_cast<int>(site) % base.columns;
    if (!base.contains(r, c) || subset.contains(r, c)) continue;
    subset.insert(r, c);
    --k;
  }
  return subset;
}

// A random word of 32 or 64 bits.
template <class Word, class Next>
Word draw_word(Next&& next) {
  Word random = next();
  if constexpr (sizeof(Word) == 8) random = random << 32 | next();
  return random;
}

// By select, include and exclude, on a base set in one word of 32 or 64 bits: selects about half
// of the candidates; where they have room in the subset they are included, else those not
// selected are excluded. About log2 of the candidates' number of rounds.
template <class Word, class Next>
Word k_subset_by_selection(Word base, int k, Next&& next) {
  Word subset = 0;
  Word candidates = base;
  while (k > 0) {
    const Word selected = candidates & draw_word<Word>(next);
    const int count = std::popcount(selected);
    if (count <= k) {
      subset |= selected;
      candidates &= ~selected;
      k -= count;
    } else {
      candidates = selected;
    }
  }
  return subset;
}

// The same on the first `rows` rows of an array, row by row; counts are of all rows.
template <class Word, std::size_t kRows, class Next>
std::array<Word, kRows> k_subset_by_selection(const std::array<Word, kRows>& base, std::size_t rows,
                                              int k, Next&& next) {
  std::array<Word, kRows> subset{};
  std::array<Word, kRows> candidates = base;
  while (k > 0) {
    std::array<Word, kRows> selected{};
    int count = 0;
    for (std::size_t r = 0; r < rows; ++r) {
      selected[r] = candidates[r] & draw_word<Word>(next);
      count += std::popcount(selected[r]);
    }
    if (count <= k) {
      for (std::size_t r = 0; r < rows; ++r) {
        subset[r] |= selected[r];
        candidates[r] &= ~selected[r];
      }
      k -= count;
    } else {
      candidates = selected;
    }
  }
  return subset;
}

// The same on a grid.
template <class Next>
Grid k_subset_by_selection(const Grid& base, int k, Next&& next) {
  Grid subset{base.rows, base.columns};
  subset.row = k_subset_by_selection(base.row, static_cast<std::size_t>(base.rows), k, next);
  return subset;
}

}  // namespace isthmus
