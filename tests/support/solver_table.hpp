#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "engine/theory/solver.hpp"

namespace isthmus::test {

// What a solver remembers, piece by piece.
inline std::vector<std::vector<std::uint64_t>> table_of(const Solver& solver) {
  std::vector<std::vector<std::uint64_t>> pieces;
  solver.write_table([&](std::span<const std::uint64_t> words) {
    CHECK(words.size() <= Solver::kPieceWords);
    pieces.emplace_back(words.begin(), words.end());
  });
  return pieces;
}

}  // namespace isthmus::test
