#pragma once

#include <bit>
#include <cstdint>

namespace isthmus {

// IEEE 754 binary16, by its bits, for processors that have no such type.

constexpr float float_from_half(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16U;
  const std::uint32_t magnitude = half & 0x7fffU;
  if (magnitude >= 0x7c00U) {  // infinity, or not a number
    return std::bit_cast<float>(sign | 0x7f800000U | (magnitude & 0x3ffU) << 13U);
  }
  if (magnitude < 0x400U) {  // zero, or subnormal: units of 2^-24
    const float value = static_cast<float>(magnitude) * 0x1p-24F;
    return sign != 0 ? -value : value;
  }
  return std::bit_cast<float>(sign | ((magnitude << 13U) + ((127U - 15U) << 23U)));
}

// The nearest, of two the even one; infinity beyond the range. Keeps what is not a number so.
constexpr std::uint16_t half_from_float(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto sign = static_cast<std::uint16_t>(bits >> 16U & 0x8000U);
  const std::uint32_t magnitude = bits & 0x7fffffffU;
  const auto with_sign = [sign](std::uint32_t half) {
    return static_cast<std::uint16_t>(sign | half);
  };
  if (magnitude > 0x7f800000U) return with_sign(0x7e00U);
  if (magnitude >= 0x477ff000U) return with_sign(0x7c00U);  // rounds to 65536 or more
  if (magnitude < 0x38800000U) {
    // Below 2^-14: adding 1/2 leaves the units of 2^-24 in the last bits, rounded by the adder.
    const float shifted = std::bit_cast<float>(magnitude) + 0.5F;
    return with_sign(std::bit_cast<std::uint32_t>(shifted) - 0x3f000000U);
  }
  const std::uint32_t odd = magnitude >> 13U & 1U;
  return with_sign((magnitude - ((127U - 15U) << 23U) + 0xfffU + odd) >> 13U);
}

// bfloat16, the upper half of a float, by its bits: the nearest, of two the even one. Not for what
// is not a number.
constexpr std::uint16_t bfloat_from_float(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return static_cast<std::uint16_t>((bits + 0x7fffU + (bits >> 16U & 1U)) >> 16U);
}

}  // namespace isthmus
