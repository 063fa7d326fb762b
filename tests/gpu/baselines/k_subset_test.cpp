#include "gpu/baselines/k_subset.hpp"

#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <doctest/doctest.h>

#include "tests/support/uniformity.hpp"

namespace isthmus {

namespace {

// Sites as bits, row by row.
std::uint64_t bits(const Grid& grid) {
  std::uint64_t all = 0;
  for (int r = grid.rows - 1; r >= 0; --r) {
    all = all << grid.columns | grid.row[static_cast<std::size_t>(r)];
  }
  return all;
}

std::vector<std::size_t> members(const Grid& grid) {
  std::vector<std::size_t> list;
  for (int r = 0; r < grid.rows; ++r) {
    for (int c = 0; c < grid.columns; ++c) {
      if (grid.contains(r, c)) list.push_back(static_cast<std::size_t>(r * grid.columns + c));
    }
  }
  return list;
}

// Checks a generator of subsets of grids: draw(base, k).
template <class Draw>
void check_on_grids(Draw&& draw) {
  const auto check_small = [&](const Grid& base, int k, std::size_t subsets) {
    check_even_subsets(subsets, 40000, [&] {
      const Grid subset = draw(base, k);
      REQUIRE(subset.size() == k);
      return bits(subset);
    });
  };
  check_small(Grid::full(2, 3), 3, 20);
  check_small(Grid::full(3, 3), 4, 126);
  check_small(Grid::full(1, 8), 1, 8);
  Grid part = Grid::full(3, 4);
  part.row[1] = 0b0110;
  check_small(part, 7, 120);
  check_even_members_and_pairs(121, 60, 20000,
                               [&] { return members(draw(Grid::full(11, 11), 60)); });
  for (int side : {1, 5, 32}) {
    const Grid base = Grid::full(side, side);
    for (int k : {0, 1, side * side / 2, side * side}) {
      const Grid subset = draw(base, k);
      CHECK(subset.size() == k);
      for (std::size_t r = 0; r < 32; ++r) CHECK((subset.row[r] & ~base.row[r]) == 0);
    }
  }
}

template <class Word>
void check_on_words() {
  boost::random::mt19937 random(4);
  for (const Word base : {Word{0x1ff}, static_cast<Word>(Word{0b111010110111} << 18)}) {
    check_even_subsets(126, 40000, [&] {
      const Word subset = k_subset_by_selection(base, 4, random);
      REQUIRE(std::popcount(subset) == 4);
      return std::uint64_t{subset};
    });
  }
  constexpr int kBits = sizeof(Word) * 8;
  for (int k = 0; k <= kBits; ++k) {
    CHECK(std::popcount(k_subset_by_selection(~Word{0}, k, random)) == k);
  }
  check_even_members_and_pairs(kBits, kBits / 2, 40000, [&] {
    std::vector<std::size_t> list;
    const Word subset = k_subset_by_selection(~Word{0}, kBits / 2, random);
    for (std::size_t i = 0; i < kBits; ++i) {
      if ((subset >> i) & 1) list.push_back(i);
    }
    return list;
  });
}

}  // namespace

TEST_CASE("numbers below a range are even") {
  boost::random::mt19937 random(7);
  std::vector<std::uint64_t> counts(7);
  for (int i = 0; i < 70000; ++i) ++counts[draw_below(7, random)];
  CHECK(evenness(counts) > kMinEvenness);
  // Three quarters of the words: a third of them would come twice as often without rejection.
  std::vector<std::uint64_t> thirds(3);
  for (int i = 0; i < 30000; ++i) ++thirds[draw_below(0xc0000000u, random) / 0x40000000u];
  CHECK(evenness(thirds) > kMinEvenness);
}

TEST_CASE("K-subsets by list are even") {
  boost::random::mt19937 random(1);
  check_on_grids([&](const Grid& base, int k) { return k_subset_by_list(base, k, random); });
}

TEST_CASE("K-subsets by bit probe are even") {
  boost::random::mt19937 random(2);
  check_on_grids([&](const Grid& base, int k) { return k_subset_by_probe(base, k, random); });
}

TEST_CASE("K-subsets by selection on rows are even") {
  boost::random::mt19937 random(3);
  check_on_grids([&](const Grid& base, int k) { return k_subset_by_selection(base, k, random); });
}

TEST_CASE("K-subsets by selection on one word are even") {
  check_on_words<std::uint32_t>();
  check_on_words<std::uint64_t>();
}

TEST_CASE("K-subsets by selection on rows of 64 bits are even") {
  boost::random::mt19937 random(5);
  std::array<std::uint64_t, 64> base{};
  base[0] = std::uint64_t{0b111} << 61;
  base[1] = std::uint64_t{0b111} << 30;
  check_even_subsets(20, 40000, [&] {
    const auto subset = k_subset_by_selection(base, 2, 3, random);
    REQUIRE(std::popcount(subset[0]) + std::popcount(subset[1]) == 3);
    return subset[0] | subset[1];
  });
  base.fill(~std::uint64_t{0});
  for (int k : {0, 1, 2048, 4096}) {
    int count = 0;
    for (std::uint64_t row : k_subset_by_selection(base, 64, k, random))
      count += std::popcount(row);
    CHECK(count == k);
  }
}

}  // namespace isthmus
