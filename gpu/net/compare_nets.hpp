#pragma once

#include <cstdint>
#include <span>

#include "engine/net/net_input.hpp"

namespace isthmus {

// How much the outputs of a net may differ between GPU and CPU: as a share of the greatest output
// of the position, or of 1 where that is more. Measured on random nets: 0.0015.
inline constexpr float kNetTolerance = 0.01F;

// Likewise with the trunk in fp8, whose numbers have four bits.
inline constexpr float kFp8Tolerance = 0.2F;

// The greatest difference between the outputs for one position, as kNetTolerance has it; infinite
// where one is not a number.
float net_difference(std::span<const float> outputs, std::span<const float> expected);

// Throws BackendError where the outputs for one of the positions differ by more than kNetTolerance.
// The arguments are those of NetRunner::run(), and the outputs of another runner for the same.
void compare(const NetView& view, std::span<const std::uint8_t> points,
             std::span<const float> outputs, std::span<const float> expected);

}  // namespace isthmus
