#include "gpu/seed_kernels.hpp"

#include <bit>
#include <vector>

#include <doctest/doctest.h>

#include "engine/majority_reduction.hpp"
#include "engine/xorwow.hpp"
#include "gpu/board_sides.hpp"
#include "gpu/connection.hpp"
#include "gpu/k_subset.hpp"

namespace isthmus {

namespace {

using Generator = Xorwow<std::uint32_t>;

constexpr SeedRun kRun{256, 5, 77};

Generator generator(std::uint32_t thread) { return {FillKeys(kRun.seed), thread}; }

std::uint64_t digest_of(const Grid& grid) {
  std::uint64_t sum = 0;
  for (std::size_t r = 0; r < Grid::kMaxSide; ++r) sum += (2 * r + 1) * grid.row[r];
  return sum;
}

template <class Word>
SubsetDigest word_subsets_on_cpu(int k) {
  SubsetDigest sum = 0;
  for (std::uint32_t thread = 0; thread < kRun.threads; ++thread) {
    Generator next = generator(thread);
    for (std::uint32_t round = 0; round < kRun.rounds; ++round) {
      sum += k_subset_by_selection(static_cast<Word>(~Word{0}), k, next);
    }
  }
  return sum;
}

// One grid a thread, or one a warp, whose lanes draw a row each.
template <class NextOf>
SubsetDigest grid_subsets_on_cpu(int rows, int k, std::uint32_t count, NextOf&& next_of) {
  SubsetDigest sum = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    auto next = next_of(i);
    for (std::uint32_t round = 0; round < kRun.rounds; ++round) {
      sum += digest_of(k_subset_by_selection(Grid::full(rows, 32), k, next));
    }
  }
  return sum;
}

// The generators of a warp's lanes in turn.
auto warp_generator(std::uint32_t warp) {
  std::vector<Generator> lanes;
  for (std::uint32_t lane = 0; lane < 32; ++lane) lanes.push_back(generator(32 * warp + lane));
  return [lanes, lane = std::size_t{0}]() mutable { return lanes[lane++ % 32](); };
}

Grid random_grid(int side, Generator& next) {
  Grid grid = Grid::full(side, side);
  for (int r = 0; r < side; ++r) grid.row[static_cast<std::size_t>(r)] &= next();
  return grid;
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
    for (int k : {0, 1, 16 * rows, 32 * rows}) {
      CHECK(run_grid_subsets(rows, k, kRun) ==
            grid_subsets_on_cpu(rows, k, kRun.threads, generator));
    }
  }
}

TEST_CASE("the seeds' K-subsets by warps are drawn as on the CPU") {
  for (int k : {0, 1, 333, 512, 1024}) {
    const SubsetDigest expected = grid_subsets_on_cpu(32, k, kRun.threads / 32, warp_generator);
    CHECK(run_warp_subsets(WarpSum::butterfly, k, kRun) == expected);
    CHECK(run_warp_subsets(WarpSum::reduce, k, kRun) == expected);
  }
}

TEST_CASE("the seeds' sweeps decide as on the CPU, and take as many") {
  for (int side = 8; side <= 32; ++side) {
    SweepCounts expected;
    for (std::uint32_t thread = 0; thread < kRun.threads; ++thread) {
      Generator next = generator(thread);
      const SweepCounts counts = sweep_naturally<Neighbourhood::hexagonal>(
          kRun.rounds, [&] { return random_grid(side, next); });
      expected.connected += counts.connected;
      expected.sweeps += counts.sweeps;
    }
    for (const SweepTotals& totals :
         {run_natural_sweeps(side, kRun), run_reordered_sweeps(side, kRun)}) {
      CHECK(totals.connected == expected.connected);
      CHECK(totals.sweeps == expected.sweeps);
    }
  }
}

TEST_CASE("reductions decide as the CPU's, beside the seeds' sweeps") {
  for (int side : kRegisterSides) {
    std::uint64_t expected = 0;
    for (std::uint32_t thread = 0; thread < kRun.threads; ++thread) {
      Generator next = generator(thread);
      for (std::uint32_t round = 0; round < kRun.rounds; ++round) {
        std::vector<std::uint32_t> board(static_cast<std::size_t>(side * side));
        for (std::uint32_t& word : board) word = next();
        expected += static_cast<std::uint64_t>(
            std::popcount(majority_reduction(board.data(), side, side, 2 * side - 1)));
      }
    }
    CHECK(run_reductions(side, kRun) == expected);
  }
}

}  // namespace isthmus
