#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/base/union_find.hpp"
#include "gpu/baselines/grid.hpp"
#include "gpu/baselines/neighbourhood.hpp"

// Whether the occupied sites of a grid join its top row to its bottom row (after Borsos, "Testing
// for connection between opposite edges of small rectangular bit grids", GPU Day 2024).

namespace isthmus {

// By union-find: site by site, as in a sequential program.
inline bool connected_by_union_find(const Grid& occupied, Neighbourhood neighbourhood) {
  const auto sites = static_cast<std::size_t>(occupied.rows * occupied.columns);
  const std::size_t top = sites;
  const std::size_t bottom = sites + 1;
  UnionFind<Grid::kMaxSide * Grid::kMaxSide + 2> sets(sites + 2);
  const auto number = [&](int r, int c) {
    return static_cast<std::size_t>(r * occupied.columns + c);
  };
  for (int r = 0; r < occupied.rows; ++r) {
    for (int c = 0; c < occupied.columns; ++c) {
      if (!occupied.contains(r, c)) continue;
      if (r == 0) sets.unite(number(r, c), top);
      if (r == occupied.rows - 1) sets.unite(number(r, c), bottom);
      for (auto [dr, dc] : earlier_neighbours(neighbourhood)) {
        if (r + dr < 0 || c + dc < 0 || c + dc >= occupied.columns) continue;
        if (occupied.contains(r + dr, c + dc)) sets.unite(number(r, c), number(r + dr, c + dc));
      }
    }
  }
  return sets.find(top) == sets.find(bottom);
}

// By sweeps: spreads from the top row over whole rows of bits, again and again from top to
// bottom, until the bottom row is reached or nothing new is.
template <Neighbourhood kNeighbourhood>
class Sweeps {
 public:
  explicit Sweeps(const Grid& occupied)
      : occupied_(occupied), last_(static_cast<std::size_t>(occupied.rows) - 1) {
    reached_[0] = occupied.row[0];
  }

  bool connected() const { return reached_[last_] != 0; }
  bool finished() const { return connected() || !changed_; }

  // One sweep. The top row is reached as a whole from the start.
  void sweep() {
    changed_ = false;
    for (std::size_t r = 1; r <= last_; ++r) {
      const std::uint32_t old = reached_[r];
      std::uint32_t now = old | old << 1 | old >> 1;
      now |= touched_from_above(kNeighbourhood, reached_[r - 1]);
      if (r < last_) now |= touched_from_below(kNeighbourhood, reached_[r + 1]);
      reached_[r] = now & occupied_.row[r];
      changed_ |= reached_[r] != old;
    }
  }

 private:
  Grid occupied_;
  std::size_t last_;
  std::array<std::uint32_t, Grid::kMaxSide> reached_{};
  bool changed_ = true;
};

// What a run of sweeps over several grids came to.
struct SweepCounts {
  std::uint64_t connected = 0;  // grids
  std::uint64_t sweeps = 0;
};

// Grid by grid, each swept until it is decided. generate() gives the next of `count` grids.
template <Neighbourhood kNeighbourhood, class Generate>
SweepCounts sweep_naturally(std::uint64_t count, Generate&& generate) {
  SweepCounts counts;
  for (; count > 0; --count) {
    Sweeps<kNeighbourhood> sweeps(generate());
    for (; !sweeps.finished(); ++counts.sweeps) sweeps.sweep();
    counts.connected += sweeps.connected();
  }
  return counts;
}

// The same, reordered: one loop of sweeps, in which a grid that is decided makes way for the
// next. Threads that run this side by side do not wait for the slowest of each round.
template <Neighbourhood kNeighbourhood, class Generate>
SweepCounts sweep_reordered(std::uint64_t count, Generate&& generate) {
  SweepCounts counts;
  if (count == 0) return counts;
  Sweeps<kNeighbourhood> sweeps(generate());
  for (;;) {
    if (sweeps.finished()) {
      counts.connected += sweeps.connected();
      if (--count == 0) return counts;
      sweeps = Sweeps<kNeighbourhood>(generate());
    } else {
      sweeps.sweep();
      ++counts.sweeps;
    }
  }
}

}  // namespace isthmus
