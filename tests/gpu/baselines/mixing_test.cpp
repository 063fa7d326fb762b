#include "gpu/baselines/mixing.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <set>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/within.hpp"

namespace isthmus {

namespace {

std::vector<std::uint32_t> numbers(const BlockShape& block) {
  std::vector<std::uint32_t> values(block.threads());
  std::iota(values.begin(), values.end(), 0u);
  return values;
}

// The measure over many seeds.
struct Measure {
  double mean;
  double error;
};

Measure measure(Mixing mixing, const BlockShape& block, int seeds) {
  double sum = 0;
  double squares = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    const double value = diversity(walk(mixing, block, 1000, static_cast<std::uint64_t>(seed)));
    sum += value;
    squares += value * value;
  }
  const double mean = sum / seeds;
  return {mean, std::sqrt((squares / seeds - mean * mean) / (seeds - 1))};
}

// By how many standard errors a is above b.
double lead(const Measure& a, const Measure& b) {
  return (a.mean - b.mean) / std::hypot(a.error, b.error);
}

}  // namespace

TEST_CASE("the simple shuffle moves values as Robertson's program does") {
  // His table after one round on 4 x 4: in row r and column l is what came from warp r - l, or, as
  // here, from warp r + l: the other way round.
  const BlockShape block{4, 4};
  std::vector<WarpGenerator> generators = warp_generators(block, 0);
  std::vector<std::uint32_t> values = numbers(block);
  mix(Mixing::simple, block, generators, values);
  CHECK(values == std::vector<std::uint32_t>{0, 5, 10, 15,  //
                                             4, 9, 14, 3,   //
                                             8, 13, 2, 7,   //
                                             12, 1, 6, 11});
}

TEST_CASE("mixing keeps all values, and its warps touch each bank once") {
  for (const BlockShape& block : {BlockShape{16, 16}, {32, 8}, {32, 16}, {32, 32}}) {
    for (std::uint32_t warp = 0; warp < block.warps; ++warp) {
      for (std::uint32_t rotation = 0; rotation < block.width; ++rotation) {
        std::set<std::uint32_t> put, taken;
        for (std::uint32_t lane = 0; lane < block.width; ++lane) {
          put.insert(block.put_place(warp, lane, rotation) % block.width);
          taken.insert(block.take_place(warp, lane) % block.width);
        }
        REQUIRE(put.size() == block.width);
        REQUIRE(taken.size() == block.width);
      }
    }
    for (Mixing mixing : {Mixing::none, Mixing::simple, Mixing::better, Mixing::full}) {
      std::vector<WarpGenerator> generators = warp_generators(block, 7);
      std::vector<std::uint32_t> values = numbers(block);
      for (int round = 0; round < 3; ++round) mix(mixing, block, generators, values);
      CHECK((values == numbers(block)) == (mixing == Mixing::none));
      std::sort(values.begin(), values.end());
      CHECK(values == numbers(block));
    }
  }
}

TEST_CASE("values of a warp all part on as many warps as lanes, and else keep their companions") {
  for (const BlockShape& block : {BlockShape{16, 16}, {32, 8}, {32, 16}, {32, 32}}) {
    for (Mixing mixing : {Mixing::simple, Mixing::better}) {
      std::vector<WarpGenerator> generators = warp_generators(block, 8);
      std::vector<std::uint32_t> values = numbers(block);
      bool as_expected = true;
      for (int round = 0; round < 10; ++round) {
        const std::vector<std::uint32_t> before = values;
        mix(mixing, block, generators, values);
        std::vector<std::uint32_t> warp_of(block.threads());
        for (std::uint32_t i = 0; i < block.threads(); ++i) warp_of[values[i]] = i / block.width;
        for (std::uint32_t i = 0; i < block.threads(); ++i) {
          for (std::uint32_t j = i / block.width * block.width; j < i; ++j) {
            const bool together = warp_of[before[i]] == warp_of[before[j]];
            as_expected &= together == ((i - j) % block.warps == 0);
          }
        }
      }
      CHECK(as_expected);
    }
  }
}

TEST_CASE("the measure is of what it says") {
  RoundMoments moments{};
  // 1, 2 and 3 from one map, 5 from another: standard deviations of sqrt(2/3), 0, none and none.
  constexpr std::uint64_t kOne = 1 << kPointBits;
  moments[1] = {3, 6 * kOne, 14 * kOne * kOne};
  moments[3] = {1, 5 * kOne, 25 * kOne * kOne};
  const std::vector<RoundMoments> rounds{moments, {}};
  CHECK(diversity(rounds) == doctest::Approx(std::sqrt(2.0 / 3) / 2));
}

TEST_CASE("maps are chosen and applied as Robertson's") {
  WarpGenerator next(FillKeys(1), 0);
  std::array<int, kMaps> counts{};
  for (int i = 0; i < 100000; ++i) ++counts[draw_map(next)];
  for (std::size_t map = 0; map < kMaps; ++map) {
    CHECK(counts[map] / 1e5 == test::within(0.02, map == 3 ? 0.1 : 0.3));
    const double a = map == 3 ? 0.25 : 0.5;
    const double b = std::array{0.0, 0.5, 1.0, 0.75}[map];
    const std::uint32_t x = 3u << (kPointBits - 1);
    CHECK(apply_map(static_cast<std::uint32_t>(map), x) == std::ldexp(1.5 * a + b, kPointBits));
  }
}

TEST_CASE("shuffles between warps keep points apart, as Robertson found them to") {
  const std::array<BlockShape, 4> blocks{{{16, 16}, {32, 8}, {32, 16}, {32, 32}}};
  for (const BlockShape& block :
       std::span(blocks).first(std::size_t{test::fewer_if_sanitized(4, 2)})) {
    CAPTURE(block.width);
    CAPTURE(block.warps);
    const Measure none = measure(Mixing::none, block, 100);
    const Measure full = measure(Mixing::full, block, 100);
    const Measure simple = measure(Mixing::simple, block, 100);
    const Measure better = measure(Mixing::better, block, 100);
    CHECK(lead(simple, none) > 10);
    // No warps, but a map for each thread.
    CHECK(lead(measure(Mixing::none, {1, block.threads()}, 20), simple) > 10);
    // The simple shuffle beats a full one, which at times reunites what has parted, where no two
    // values stay together; with 8 warps four always do, and it falls behind.
    if (block.width == block.warps) CHECK(lead(simple, full) > 3);
    if (block.warps == 8) CHECK(lead(full, simple) > 3);
    // He leaves open what rotations are good for. By this measure it is nothing.
    CHECK(std::abs(lead(better, simple)) < 3);
  }
}

}  // namespace isthmus
