#include "gpu/baselines/exact_subset.hpp"

#include <vector>

#include <boost/random/mersenne_twister.hpp>
#include <doctest/doctest.h>

#include "gpu/baselines/bit_matrix.hpp"
#include "tests/support/uniformity.hpp"

namespace isthmus {

namespace {

// Draws subsets of 0 .. count - 1, 32 at a time, and gives one of each 32, in turn.
class SlicedSubsets {
 public:
  SlicedSubsets(int count, int k, unsigned seed) : count_(count), k_(k), random_(seed) {
    for (std::size_t i = 0; i < elements_.size(); ++i) elements_[i] = static_cast<std::uint16_t>(i);
  }

  std::vector<std::size_t> operator()() {
    order_.start(elements_.data(), count_, 99, unit_++);
    draw_sliced_subsets(words_.data(), count_, k_, random_, order_);
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) {
      if ((words_[i] >> unit_ % 32) & 1) members.push_back(i);
    }
    return members;
  }

 private:
  int count_;
  int k_;
  boost::random::mt19937 random_;
  std::uint32_t unit_ = 0;
  FillOrder order_;
  std::array<std::uint16_t, 64> elements_;
  std::array<std::uint32_t, 65> words_;
};

}  // namespace

TEST_CASE("sliced K-subsets are even") {
  SlicedSubsets draw(9, 4, 1);
  check_even_subsets(126, 40000, [&] {
    std::uint64_t bits = 0;
    for (std::size_t i : draw()) bits |= std::uint64_t{1} << i;
    REQUIRE(std::popcount(bits) == 4);
    return bits;
  });
  for (int count : {32, 64}) {
    const auto k = static_cast<std::size_t>(count) / 2;
    check_even_members_and_pairs(static_cast<std::size_t>(count), k, 40000,
                                 SlicedSubsets(count, count / 2, 2));
    for (int exact : {0, 1, count - 1, count}) {
      SlicedSubsets some(count, exact, 3);
      for (int i = 0; i < 64; ++i) CHECK(some().size() == static_cast<std::size_t>(exact));
    }
  }
}

TEST_CASE("chances in eighths are the nearest") {
  CHECK(probability_in_eighths(0) == 0);
  CHECK(probability_in_eighths(63) == 0);
  CHECK(probability_in_eighths(64) == 1);
  CHECK(probability_in_eighths(512) == 4);
  CHECK(probability_in_eighths(960) == 8);
  boost::random::mt19937 random(4);
  for (unsigned eighths = 0; eighths <= 8; ++eighths) {
    int words = 0;
    int set = 0;
    const auto next = [&] {
      ++words;
      return random();
    };
    for (int i = 0; i < 10000; ++i) set += std::popcount(draw_with_probability(eighths, next));
    CHECK(words == 10000 * static_cast<int>(words_for_probability(eighths)));
    // Within five standard deviations.
    CHECK(std::abs(set - 40000 * static_cast<int>(eighths)) <= 1400);
  }
}

TEST_CASE("K-subsets by correction are even") {
  boost::random::mt19937 random(5);
  boost::random::mt19937 random_site(6);
  for (int k : {0, 1, 100, 511, 512, 700, 1023, 1024}) {
    CHECK(k_subset_by_correction(k, random, random_site).size() == k);
  }
  // Sites 7 apart stand for all: as many members and pairs of them as there should be.
  for (int k : {100, 512, 900}) {
    std::array<std::uint64_t, kGridSites> members{};
    constexpr int kDraws = 40000;
    std::uint64_t pairs = 0;
    for (int i = 0; i < kDraws; ++i) {
      const Grid grid = k_subset_by_correction(k, random, random_site);
      for (int site = 0; site < kGridSites; ++site) {
        const bool is_member = grid.contains(site / 32, site % 32);
        members[static_cast<std::size_t>(site)] += is_member;
        const int other = (site + 7) % kGridSites;
        pairs += is_member && grid.contains(other / 32, other % 32);
      }
    }
    const double share = k / 1024.0;
    double sum = 0;
    for (std::uint64_t count : members) {
      sum += std::pow(static_cast<double>(count) - kDraws * share, 2);
    }
    const double statistic = sum / (kDraws * share * (1 - share) * 1024 / 1023);
    const boost::math::chi_squared distribution(1023);
    CHECK(boost::math::cdf(boost::math::complement(distribution, statistic)) > kMinEvenness);
    CHECK(boost::math::cdf(distribution, statistic) > kMinEvenness);
    const double both = share * (k - 1) / 1023.0;
    CHECK(static_cast<double>(pairs) == doctest::Approx(kDraws * 1024 * both).epsilon(0.002));
  }
}

TEST_CASE("a matrix of bits turns round") {
  boost::random::mt19937 random(7);
  std::uint32_t rows[32];
  std::uint32_t before[32];
  for (std::uint32_t i = 0; i < 32; ++i) before[i] = rows[i] = random();
  transpose(rows);
  for (std::uint32_t r = 0; r < 32; ++r) {
    for (std::uint32_t c = 0; c < 32; ++c) {
      REQUIRE(((rows[r] >> c) & 1) == ((before[c] >> r) & 1));
    }
  }
}

}  // namespace isthmus
