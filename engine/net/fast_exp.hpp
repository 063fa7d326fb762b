#pragma once

#include <bit>
#include <cstdint>

namespace isthmus {

inline constexpr float kLeastOfFastExp = -87;

// The exponential of a number from kLeastOfFastExp to 0, to within 2e-7 of it. In operations that
// compilers make vectors of, which std::exp() is not: a power of 2, and Taylor's series for the
// rest.
inline float fast_exp(float x) {
  constexpr float kLog2E = 1.44269504F;
  constexpr float kLn2High = 0.693359375F, kLn2Low = -2.12194440e-4F;  // ln 2 = their sum
  constexpr float kToInteger = 3 << 22;  // what is added to this is rounded to an integer
  const float shifted = x * kLog2E + kToInteger;
  const float power = shifted - kToInteger;
  const float r = (x - power * kLn2High) - power * kLn2Low;  // within ln 2 / 2 of 0
  float series = 1.0F / 5040;
  series = series * r + 1.0F / 720;
  series = series * r + 1.0F / 120;
  series = series * r + 1.0F / 24;
  series = series * r + 1.0F / 6;
  series = series * r + 0.5F;
  series = series * r + 1;
  series = series * r + 1;
  // The integer lies in the lowest bits of `shifted`, and goes to where an exponent is.
  const std::uint32_t exponent = (std::bit_cast<std::uint32_t>(shifted) + 127) << 23;
  return series * std::bit_cast<float>(exponent);
}

}  // namespace isthmus
