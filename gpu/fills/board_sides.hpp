#pragma once

#include <array>

#include "engine/random/fill_keys.hpp"

namespace isthmus {

// The sides for which there are kernels that tally fills; a board of rows x columns takes the first
// that neither exceeds. A smaller board is the top left part of a rhombus of that side, whose other
// cells are black below it and white to its right, which leaves the winner as it is.
//
// As far as one generator draws a group of fills, each lane has groups of its own.
inline constexpr std::array kLaneSides = {5, 8, 9, 10, 11};
// From there on as many lanes share a group as it has generators.
inline constexpr std::array kLaneGroupSides = {12, 13, 14, 16, 19, 22, 26, 32};

// Whether boards of all sides that a kernel takes have as many generators as its own side, where
// the first of them is `smallest`.
template <class Sides>
constexpr bool have_generators_alike(const Sides& sides, int smallest) {
  for (const int side : sides) {
    if (generator_count(smallest) != generator_count(side)) return false;
    smallest = side + 1;
  }
  return true;
}
static_assert(have_generators_alike(kLaneSides, 1) && generator_count(11) == 1);
static_assert(have_generators_alike(kLaneGroupSides, 12) && generator_count(12) > 1);

// The sides of boards whose cells all fit the registers of a thread.
inline constexpr std::array kRegisterSides = {5, 8, 9, 10, 11, 12, 13, 14};

}  // namespace isthmus
