#include "gpu/baselines/subset_kernels.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "engine/random/xorwow.hpp"
#include "gpu/baselines/bit_matrix.hpp"
#include "gpu/baselines/exact_subset.hpp"
#include "gpu/baselines/k_subset.hpp"

namespace isthmus {

namespace {

using Generator = Xorwow<std::uint32_t>;

constexpr BaselineRun kRun{256, 5, 77};

Generator generator(std::uint32_t thread) { return {FillKeys(kRun.seed), thread}; }

// The generators of a warp's lanes in turn, each for some words at a time.
auto warp_generator(std::uint32_t warp, std::size_t words) {
  std::vector<Generator> lanes;
  for (std::uint32_t lane = 0; lane < 32; ++lane) lanes.push_back(generator(32 * warp + lane));
  return [lanes, words, drawn = std::size_t{0}]() mutable { return lanes[drawn++ / words % 32](); };
}

template <class Rows>
SubsetDigest digest_of(const Rows& rows) {
  SubsetDigest sum = 0;
  for (std::size_t r = 0; r < rows.size(); ++r) sum += (2 * r + 1) * rows[r];
  return sum;
}

// The sum of draw(next) for each round of `count` threads or warps, which have generators of
// next_of(number).
template <class NextOf, class Draw>
SubsetDigest sum_on_cpu(std::uint32_t count, NextOf&& next_of, Draw&& draw) {
  SubsetDigest sum = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    auto next = next_of(i);
    for (std::uint32_t round = 0; round < kRun.rounds; ++round) sum += draw(next);
  }
  return sum;
}

template <class Word>
SubsetDigest word_subsets_on_cpu(int k) {
  return sum_on_cpu(kRun.threads, generator, [&](Generator& next) {
    return k_subset_by_selection(static_cast<Word>(~Word{0}), k, next);
  });
}

SubsetDigest grid_subsets_on_cpu(int rows, int columns, int k) {
  return sum_on_cpu(kRun.threads, generator, [&](Generator& next) {
    return digest_of(k_subset_by_selection(Grid::full(rows, columns), k, next).row);
  });
}

// Grids of kSide x kSide, a word a row, whose rows the lanes of a warp draw in turn.
template <class Word, std::size_t kSide>
SubsetDigest warp_subsets_on_cpu(int k) {
  std::array<Word, kSide> base;
  base.fill(~Word{0});
  const auto next_of = [](std::uint32_t warp) {
    return warp_generator(warp, sizeof(Word) / sizeof(std::uint32_t));
  };
  return sum_on_cpu(kRun.threads / 32, next_of, [&](auto& next) {
    return digest_of(k_subset_by_selection(base, kSide, k, next));
  });
}

// Sums over the 32 subsets that a thread draws at once: of their words, or of those of elements.
struct SlicedSums {
  SubsetDigest subsets = 0;
  SubsetDigest elements = 0;
};

template <std::size_t kBits>
SlicedSums sliced_subsets_on_cpu(int k, const BaselineRun& run) {
  const FillKeys keys(run.seed);
  std::array<std::uint16_t, kBits> elements;
  for (std::size_t i = 0; i < kBits; ++i) elements[i] = static_cast<std::uint16_t>(i);
  FillOrder order;
  SlicedSums sums;
  for (std::uint32_t thread = 0; thread < run.threads; ++thread) {
    Generator next = generator(thread);
    for (std::uint32_t round = 0; round < run.rounds; ++round) {
      order.start(elements.data(), kBits, keys.order, thread / 32 * run.rounds + round);
      std::array<std::uint32_t, kBits + 1> words{};
      draw_sliced_subsets(words.data(), kBits, k, next, order);
      words[kBits] = 0;
      sums.elements += digest_of(words);
      for (std::size_t half = 0; half < kBits; half += 32) {
        std::uint32_t subsets[32];
        std::copy_n(words.begin() + half, 32, subsets);
        transpose(subsets);
        for (std::uint32_t subset : subsets) sums.subsets += std::uint64_t{subset} << half;
      }
    }
  }
  return sums;
}

SubsetDigest corrected_subsets_on_cpu(int k) {
  SubsetDigest sum = 0;
  for (std::uint32_t thread = 0; thread < kRun.threads; ++thread) {
    Generator next = generator(thread);
    Generator next_site = generator(kRun.threads + thread);
    for (std::uint32_t round = 0; round < kRun.rounds; ++round) {
      sum += digest_of(k_subset_by_correction(k, next, next_site).row);
    }
  }
  return sum;
}

}  // namespace

TEST_CASE("the seeds' K-subsets of words are drawn as on the CPU") {
  for (int k : {0, 1, 7, 16, 31, 32}) {
    CHECK(run_word_subsets(32, k, kRun) == word_subsets_on_cpu<std::uint32_t>(k));
    CHECK(run_word_subsets(64, k, kRun) == word_subsets_on_cpu<std::uint64_t>(k));
  }
}

TEST_CASE("the seeds' K-subsets of grids are drawn as on the CPU") {
  for (int rows = 8; rows <= 32; ++rows) {
    for (int columns : {1, 11, rows, 32}) {
      for (int k : {0, 1, rows * columns / 2, rows * columns}) {
        CAPTURE(rows);
        CAPTURE(columns);
        CAPTURE(k);
        CHECK(run_grid_subsets(rows, columns, k, kRun) == grid_subsets_on_cpu(rows, columns, k));
      }
    }
  }
}

TEST_CASE("the seeds' K-subsets by warps are drawn as on the CPU") {
  for (int k : {0, 1, 333, 512, 1024}) {
    const SubsetDigest expected = warp_subsets_on_cpu<std::uint32_t, 32>(k);
    CHECK(run_warp_subsets(WarpSum::butterfly, 32, k, kRun) == expected);
    CHECK(run_warp_subsets(WarpSum::reduce, 32, k, kRun) == expected);
  }
}

TEST_CASE("the seeds' K-subsets of folded grids are drawn as on the CPU") {
  for (int k : {0, 1, 1234, 2048, 4096}) {
    const SubsetDigest expected = warp_subsets_on_cpu<std::uint64_t, 64>(k);
    CHECK(run_warp_subsets(WarpSum::butterfly, 64, k, kRun) == expected);
    CHECK(run_warp_subsets(WarpSum::reduce, 64, k, kRun) == expected);
  }
}

TEST_CASE("sliced K-subsets are drawn as on the CPU, beside the seeds'") {
  const BaselineRun run{256, 35, kRun.seed};  // more rounds than a warp has orders
  for (int k : {0, 1, 7, 16, 31, 32}) {
    const SlicedSums expected = sliced_subsets_on_cpu<32>(k, run);
    CHECK(run_sliced_subsets(32, SubsetWords::subsets, k, run) == expected.subsets);
    CHECK(run_sliced_subsets(32, SubsetWords::elements, k, run) == expected.elements);
  }
  for (int k : {0, 1, 20, 32, 63, 64}) {
    const SlicedSums expected = sliced_subsets_on_cpu<64>(k, run);
    CHECK(run_sliced_subsets(64, SubsetWords::subsets, k, run) == expected.subsets);
    CHECK(run_sliced_subsets(64, SubsetWords::elements, k, run) == expected.elements);
  }
}

TEST_CASE("corrected K-subsets are drawn as on the CPU, beside the seeds'") {
  for (int k : {0, 1, 64, 200, 333, 512, 700, 900, 1023, 1024}) {
    CAPTURE(k);
    CHECK(run_corrected_subsets(k, kRun) == corrected_subsets_on_cpu(k));
  }
}

}  // namespace isthmus
