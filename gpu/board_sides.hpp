#pragma once

#include <array>

namespace isthmus {

// The sides for which there are kernels; a board of rows x columns takes the first that neither
// exceeds. A smaller board is the top left part of a rhombus of that side, whose other cells are
// black below it and white to its right, which leaves the winner as it is.
//
// Up to the last of these a thread has registers for all cells of its boards.
inline constexpr std::array kRegisterSides = {5, 8, 9, 10, 11, 12, 13, 14};
// From there on it holds a few rows at a time.
inline constexpr std::array kBandSides = {16, 19, 22, 26, 32};

}  // namespace isthmus
