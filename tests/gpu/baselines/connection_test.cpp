#include "gpu/baselines/connection.hpp"

#include <boost/random/mersenne_twister.hpp>
#include <doctest/doctest.h>

#include "engine/board/board.hpp"
#include "tests/support/within.hpp"

namespace isthmus {

namespace {

// Sites occupied with probability 1/4, 1/2 or 3/4.
Grid random_grid(int rows, int columns, int quarters, boost::random::mt19937& random) {
  Grid grid = Grid::full(rows, columns);
  for (std::uint32_t& row : grid.row) {
    const std::uint32_t half = random();
    row &= quarters == 1 ? half & random() : quarters == 2 ? half : half | random();
  }
  return grid;
}

template <Neighbourhood kNeighbourhood>
void check_sweeps_against_union_find() {
  boost::random::mt19937 random(1);
  for (int rows = 1; rows <= 32; ++rows) {
    for (int columns = 1; columns <= 32; ++columns) {
      for (int quarters = 1; quarters <= 3; ++quarters) {
        const Grid grid = random_grid(rows, columns, quarters, random);
        const SweepCounts counts = sweep_naturally<kNeighbourhood>(1, [&] { return grid; });
        REQUIRE(counts.connected == connected_by_union_find(grid, kNeighbourhood));
      }
    }
  }
  for (std::uint32_t sites = 0; sites < 1u << 16; ++sites) {
    Grid grid{4, 4};
    for (std::size_t r = 0; r < 4; ++r) grid.row[r] = (sites >> (4 * r)) & 15;
    const SweepCounts counts = sweep_naturally<kNeighbourhood>(1, [&] { return grid; });
    REQUIRE(counts.connected == connected_by_union_find(grid, kNeighbourhood));
  }
}

Grid grid_of(int rows, int columns, std::initializer_list<std::pair<int, int>> sites) {
  Grid grid{rows, columns};
  for (auto [r, c] : sites) grid.insert(r, c);
  return grid;
}

}  // namespace

TEST_CASE("sweeps agree with union-find") {
  check_sweeps_against_union_find<Neighbourhood::hexagonal>();
  check_sweeps_against_union_find<Neighbourhood::four>();
  check_sweeps_against_union_find<Neighbourhood::eight>();
}

TEST_CASE("the neighbourhoods differ on diagonals") {
  const Grid down_left = grid_of(2, 2, {{0, 1}, {1, 0}});
  const Grid down_right = grid_of(2, 2, {{0, 0}, {1, 1}});
  CHECK(connected_by_union_find(down_left, Neighbourhood::hexagonal));
  CHECK_FALSE(connected_by_union_find(down_right, Neighbourhood::hexagonal));
  CHECK_FALSE(connected_by_union_find(down_left, Neighbourhood::four));
  CHECK_FALSE(connected_by_union_find(down_right, Neighbourhood::four));
  CHECK(connected_by_union_find(down_left, Neighbourhood::eight));
  CHECK(connected_by_union_find(down_right, Neighbourhood::eight));
}

TEST_CASE("the hexagonal neighbourhood is that of Board") {
  const Board board = Board::rhombus(3, 3);
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      int earlier = 0;
      for (Cell cell : board.neighbours(board.at(r, c))) earlier += cell < board.at(r, c);
      for (auto [dr, dc] : earlier_neighbours(Neighbourhood::hexagonal)) {
        if (!board.has(r + dr, c + dc)) continue;
        --earlier;
        const auto near = board.neighbours(board.at(r, c));
        CHECK(std::find(near.begin(), near.end(), board.at(r + dr, c + dc)) != near.end());
      }
      CHECK(earlier == 0);
    }
  }
}

TEST_CASE("sweeping in the reordered loop comes to the same") {
  const auto generator = [](unsigned seed) {
    return [random = boost::random::mt19937(seed)]() mutable {
      return random_grid(16, 16, 2, random);
    };
  };
  const SweepCounts natural = sweep_naturally<Neighbourhood::hexagonal>(5000, generator(1));
  const SweepCounts reordered = sweep_reordered<Neighbourhood::hexagonal>(5000, generator(1));
  CHECK(natural.connected == reordered.connected);
  CHECK(natural.sweeps == reordered.sweeps);
  CHECK(sweep_reordered<Neighbourhood::hexagonal>(0, generator(1)).sweeps == 0);
}

TEST_CASE("hexagonal grids of density 1/2 take as many sweeps as Borsos counted") {
  for (auto [side, published] : {std::pair{32, 10.2}, {16, 4.6}, {8, 2.4}}) {
    boost::random::mt19937 random(3);
    const SweepCounts counts = sweep_naturally<Neighbourhood::hexagonal>(
        20000, [&, n = side] { return random_grid(n, n, 2, random); });
    CHECK(static_cast<double>(counts.sweeps) / 20000 == test::within(0.04, published));
  }
}

}  // namespace isthmus
