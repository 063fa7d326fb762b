#include "gpu/net/float8.hpp"

#include <algorithm>
#include <cmath>

namespace isthmus {

namespace {

constexpr int kMantissaBits = 3, kBias = 7;
constexpr int kLeastExponent = 1 - kBias;  // of numbers that have all their bits

}  // namespace

std::uint8_t float8_from_float(float value) {
  if (std::isnan(value)) return 0x7f;
  const unsigned sign = std::signbit(value) ? 0x80 : 0;
  const float size = std::min(std::abs(value), kGreatestFloat8);
  int exponent = 0;
  std::frexp(size, &exponent);
  exponent = size == 0 ? kLeastExponent : std::max(exponent - 1, kLeastExponent);
  // In units of the last bit. Where that rounds up to the next power of two, the bits carry.
  const auto units =
      static_cast<unsigned>(std::nearbyint(std::ldexp(size, kMantissaBits - exponent)));
  const auto above_least = static_cast<unsigned>(exponent - kLeastExponent);
  return static_cast<std::uint8_t>(sign | (units + (above_least << kMantissaBits)));
}

float float_from_float8(std::uint8_t bits) {
  const int exponent = bits >> kMantissaBits & 15, mantissa = bits & 7;
  if (exponent == 15 && mantissa == 7) return std::nanf("");
  const int units = exponent == 0 ? mantissa : 8 + mantissa;
  const float size =
      std::ldexp(static_cast<float>(units), std::max(exponent, 1) - kBias - kMantissaBits);
  return (bits & 0x80) != 0 ? -size : size;
}

float float8_scale(const float* weights, int count) {
  float greatest = 0;
  for (int i = 0; i < count; ++i) greatest = std::max(greatest, std::abs(weights[i]));
  if (greatest == 0) return 1;
  int exponent = 0;
  const float fraction = std::frexp(greatest / kGreatestFloat8, &exponent);
  return std::ldexp(1.0F, fraction == 0.5F ? exponent - 1 : exponent);
}

}  // namespace isthmus
