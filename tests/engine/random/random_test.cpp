#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "engine/fills/fill_order.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/random/xorwow.hpp"
#include "tests/support/chi_square.hpp"

namespace isthmus {

TEST_CASE("SplitMix64 gives the published words") {
  SplitMix64 next(1234567);
  CHECK(next() == 6457827717110365317u);
  CHECK(next() == 3203168211198807973u);
  CHECK(next() == 9817491932198370423u);
}

TEST_CASE("Xorwow gives the words of Marsaglia's program from his state") {
  // Worked out by the C text of the paper, put into another language.
  Xorwow<std::uint32_t> next(123456789, 362436069, 521288629, 88675123, 5783321, 6615241);
  CHECK(next() == 246875399u);
  CHECK(next() == 3690007200u);
  CHECK(next() == 1264581005u);
  for (int i = 4; i < 1000; ++i) next();
  CHECK(next() == 1090561119u);
}

TEST_CASE("groups of fills and tasks get different generators") {
  std::set<std::uint32_t> seen;
  for (std::uint64_t seed : {0u, 1u, 2u}) {
    for (std::uint32_t group : {0u, 1u, 2u, 64u}) {
      seen.insert(Xorwow<std::uint32_t>(FillKeys(seed), group)());
    }
  }
  CHECK(seen.size() == 12);
}

TEST_CASE("a group has one generator for each 128 cells, or a power of two more") {
  for (int side : {1, 8, 11}) CHECK(generator_count(side) == 1);
  for (int side : {12, 14, 16}) CHECK(generator_count(side) == 2);
  for (int side : {17, 19, 22}) CHECK(generator_count(side) == 4);
  for (int side : {23, 26, 32}) CHECK(generator_count(side) == kMaxGenerators);
}

TEST_CASE("the generators of a group have nothing to do with each other or other groups'") {
  const FillKeys keys(4);
  std::set<std::uint32_t> seen;
  for (std::uint32_t group = 0; group < 64; ++group) {
    CHECK(Xorwow<std::uint32_t>(keys, group, 0)() == Xorwow<std::uint32_t>(keys, group)());
    for (int i = 0; i < kMaxGenerators; ++i) {
      seen.insert(Xorwow<std::uint32_t>(keys, group, i)());
    }
  }
  CHECK(seen.size() == 64 * kMaxGenerators);
  // The differences of first and of tenth words are evenly anything.
  const auto check_even = [&](int first, int second, std::uint32_t distance) {
    std::vector<std::uint64_t> first_words(256), tenth_words(256);
    for (std::uint32_t group = 0; group < 1 << 16; ++group) {
      Xorwow<std::uint32_t> a(keys, group, first), b(keys, group + distance, second);
      ++first_words[(a() ^ b()) >> 24];
      for (int i = 2; i < 10; ++i) a(), b();
      ++tenth_words[(a() ^ b()) & 255];
    }
    CHECK(evenness(first_words) > kMinEvenness);
    CHECK(evenness(tenth_words) > kMinEvenness);
  };
  for (int first = 0; first < kMaxGenerators; ++first) {
    for (int second = first + 1; second < kMaxGenerators; ++second) {
      for (std::uint32_t distance : {0u, 1u, 16u}) check_even(first, second, distance);
    }
  }
}

TEST_CASE("a fill order is evenly any order, and its own for each unit and key") {
  // Five cells, so that there is a full batch and one that runs out.
  const std::vector<std::uint16_t> cells{3, 7, 8, 100, 1000};
  std::map<std::vector<std::uint16_t>, std::uint64_t> counts;
  FillOrder order;
  for (std::uint64_t key = 0; key < 60; ++key) {
    for (std::uint32_t unit = 0; unit < 1000; ++unit) {
      order.start(cells.data(), 5, SplitMix64::mix(key), unit);
      std::vector<std::uint16_t> drawn(order.batch(0), order.batch(0) + 3);
      const std::uint16_t* second = order.batch(3);
      drawn.insert(drawn.end(), second, second + 2);
      ++counts[drawn];
    }
  }
  REQUIRE(counts.size() == 120);
  std::vector<std::uint64_t> times;
  for (const auto& [drawn, count] : counts) {
    CHECK(std::is_permutation(drawn.begin(), drawn.end(), cells.begin()));
    times.push_back(count);
  }
  CHECK(evenness(times) > kMinEvenness);
}

TEST_CASE("a fill order can be read again") {
  const std::vector<std::uint16_t> cells{0, 1, 2, 3, 4, 5, 6, 7, 8};
  FillOrder order;
  order.start(cells.data(), 9, 1, 0);
  const std::vector<std::uint16_t> first(order.batch(0), order.batch(0) + 3);
  order.batch(3);
  order.batch(6);
  CHECK(std::equal(first.begin(), first.end(), order.batch(0)));
}

}  // namespace isthmus
