#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "engine/base/host_device.hpp"

// Functions that come to the same on CPUs and GPUs, to the bit, which those of their libraries do
// not: sums, products and divisions in double precision, each rounded on its own. For arguments in
// the ranges given below, to within some 1e-15 of the value.

namespace isthmus {

ISTHMUS_HOST_DEVICE inline std::uint64_t bits_of(double number) {
  std::uint64_t bits = 0;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}
ISTHMUS_HOST_DEVICE inline double of_bits(std::uint64_t bits) {
  double number = 0;
  memcpy(&number, &bits, sizeof number);
  return number;
}

// A word that is larger for larger numbers, none of which may be NaN.
ISTHMUS_HOST_DEVICE inline std::uint64_t ordered_bits(double number) {
  const std::uint64_t bits = bits_of(number), sign = std::uint64_t{1} << 63;
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

// The inverse.
ISTHMUS_HOST_DEVICE inline double of_ordered_bits(std::uint64_t word) {
  const std::uint64_t sign = std::uint64_t{1} << 63;
  return of_bits((word & sign) != 0 ? word & ~sign : ~word);
}

struct InverseFactorials {
  static constexpr int kMost = 13;

  ISTHMUS_HOST_DEVICE constexpr InverseFactorials() {
    double factorial = 1;
    for (int n = 0; n <= kMost; ++n) {
      if (n > 0) factorial *= n;
      of[n] = 1 / factorial;
    }
  }
  double of[kMost + 1] = {};
};

// e to the power of x, for x up to 700; 0 below -700.
ISTHMUS_HOST_DEVICE inline double exact_exp(double x) {
  if (x < -700) return 0;
  // x = k ln 2 + rest, ln 2 in two parts, the first with zeros behind so that k times it is exact.
  const double k = std::floor(x * 1.4426950408889634 + 0.5);
  const double rest = (x - k * 0.69314718036912382) - k * 1.9082149292705877e-10;
  constexpr InverseFactorials kInverse;
  double sum = 0;  // of Taylor's series, where |rest| <= 0.35
  ISTHMUS_UNROLL
  for (int n = InverseFactorials::kMost; n >= 0; --n) sum = sum * rest + kInverse.of[n];
  return sum * of_bits(static_cast<std::uint64_t>(static_cast<std::int64_t>(k) + 1023) << 52);
}

// The natural logarithm of a normal number above 0.
ISTHMUS_HOST_DEVICE inline double exact_log(double x) {
  std::uint64_t bits = bits_of(x);
  auto k = static_cast<std::int64_t>(bits >> 52) - 1023;
  bits = (bits & 0x000fffffffffffffu) | 0x3ff0000000000000u;
  double part = of_bits(bits);  // 1 to 2
  if (part > 1.4142135623730951) {
    part /= 2;
    ++k;
  }
  // log((1 + s) / (1 - s)) = 2 (s + s^3 / 3 + s^5 / 5 + ...), |s| <= 0.172
  const double s = (part - 1) / (part + 1), square = s * s;
  double sum = 0;
  ISTHMUS_UNROLL
  for (int n = 21; n > 0; n -= 2) sum = sum * square + 1.0 / n;
  return static_cast<double>(k) * 0.69314718055994531 + 2 * s * sum;
}

// x to the power of y, for x from 0 to 1 and y > 0.
ISTHMUS_HOST_DEVICE inline double exact_pow(double x, double y) {
  return x > 0 ? exact_exp(y * exact_log(x)) : 0;
}

// The upper half of a product.
ISTHMUS_HOST_DEVICE inline std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
  const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
  const std::uint64_t other = a0 * b1 + (middle & 0xffffffffu);
  return a1 * b1 + (middle >> 32) + (other >> 32);
}

}  // namespace isthmus
