#pragma once

#include <cstdint>

namespace isthmus {

// Numbers of 8 bits as Hopper's tensor cores multiply them (e4m3, as in Micikevicius et al., "FP8
// Formats for Deep Learning", 2022): a sign, 4 bits of exponent with a bias of 7, 3 of mantissa. No
// infinity; the greatest number is 448, the least above zero 2^-9.
inline constexpr float kGreatestFloat8 = 448;

// The nearest number, of two as near the even one; beyond the greatest, that one. NaN: 0x7f.
std::uint8_t float8_from_float(float value);
float float_from_float8(std::uint8_t bits);

// The power of two by which weights are divided before they become such numbers: so that the
// greatest of them is above 224 and at most 448. 1 where all are zero.
float float8_scale(const float* weights, int count);

}  // namespace isthmus
