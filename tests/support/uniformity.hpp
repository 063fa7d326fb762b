#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/chi_square.hpp"
#include "tests/support/within.hpp"

namespace isthmus {

// Checks that draw(), which gives a subset of a small set as bits, gives all `subsets` subsets
// that it may, and evenly.
template <class Draw>
void check_even_subsets(std::size_t subsets, int draws, Draw&& draw) {
  std::map<std::uint64_t, std::uint64_t> counts;
  for (int i = 0; i < draws; ++i) ++counts[draw()];
  REQUIRE(counts.size() == subsets);
  std::vector<std::uint64_t> numbers;
  for (auto [subset, count] : counts) numbers.push_back(count);
  CHECK(evenness(numbers) > kMinEvenness);
}

// Checks that draw(), which gives the k members of a subset of 0 .. size - 1 as a vector, has each
// number, and each two together, as often as it should.
template <class Draw>
void check_even_members_and_pairs(std::size_t size, std::size_t k, int draws, Draw&& draw) {
  std::vector<std::uint64_t> members(size);
  std::vector<std::uint64_t> pairs(size * size);
  std::vector<std::uint64_t> block(size);  // a bit for each of 64 subsets that has the number
  for (int first = 0; first < draws; first += 64) {
    std::fill(block.begin(), block.end(), 0);
    for (int i = 0; i < std::min(64, draws - first); ++i) {
      const std::vector<std::size_t> subset = draw();
      REQUIRE(subset.size() == k);
      const std::uint64_t bit = std::uint64_t{1} << i;
      bool is_set = true;
      for (std::size_t a : subset) {
        is_set = is_set && (block.at(a) & bit) == 0;
        block[a] |= bit;
      }
      REQUIRE(is_set);
    }
    for (std::size_t a = 0; a < size; ++a) {
      members[a] += static_cast<std::uint64_t>(std::popcount(block[a]));
      for (std::size_t b = a + 1; b < size; ++b) {
        pairs[a * size + b] += static_cast<std::uint64_t>(std::popcount(block[a] & block[b]));
      }
    }
  }
  const auto n = static_cast<double>(size);
  const double share = static_cast<double>(k) / n;
  double sum = 0;
  for (std::uint64_t count : members) {
    sum += std::pow(static_cast<double>(count) - draws * share, 2);
  }
  // The counts have a fixed sum, which makes the square of each larger by n / (n - 1).
  const double statistic = sum / (draws * share * (1 - share) * n / (n - 1));
  const boost::math::chi_squared distribution(n - 1);
  CHECK(boost::math::cdf(boost::math::complement(distribution, statistic)) > kMinEvenness);
  // Subsets that are too even would be wrong as well.
  CHECK(boost::math::cdf(distribution, statistic) > kMinEvenness);

  const double both = share * (static_cast<double>(k) - 1) / (n - 1);
  const double deviation = std::sqrt(draws * both * (1 - both));
  double largest = 0;
  double squares = 0;
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = a + 1; b < size; ++b) {
      const double z = (static_cast<double>(pairs[a * size + b]) - draws * both) / deviation;
      largest = std::max(largest, std::abs(z));
      squares += z * z;
    }
  }
  CHECK(largest < 5.0);  // of 7260 pairs, beyond this once in 240 tests
  CHECK(squares / (n * (n - 1) / 2) == test::within(0.12, 1));
}

}  // namespace isthmus
