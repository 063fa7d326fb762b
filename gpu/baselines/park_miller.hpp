#pragma once

#include <cstdint>

#include "engine/base/host_device.hpp"

namespace isthmus {

// The minimal standard generator (Park and Miller, "Random number generators: good ones are hard
// to find", 1988): z := 16807 z mod 2^31 - 1. From z[1] = 1 it must come to z[10001] =
// 1043618065.
class ParkMiller {
 public:
  static constexpr std::uint32_t kMultiplier = 16807;
  static constexpr std::uint32_t kModulus = 2147483647;

  // The first number, from 1 to kModulus - 1. With a `multiplier` of power(n) each call leaps n
  // numbers of the sequence.
  ISTHMUS_HOST_DEVICE explicit ParkMiller(std::uint32_t first,
                                          std::uint32_t multiplier = kMultiplier)
      : state_(first), multiplier_(multiplier) {}

  // The number after the last one.
  ISTHMUS_HOST_DEVICE std::uint32_t operator()() {
    state_ = multiply(state_, multiplier_);
    return state_;
  }

  // a * b mod kModulus, for numbers below it: as 2^31 is 1, what is above bit 31 of the product
  // counts as if it were below, and no division is needed.
  ISTHMUS_HOST_DEVICE static constexpr std::uint32_t multiply(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t product = std::uint64_t{a} * b;
    const std::uint32_t sum = (static_cast<std::uint32_t>(product) & kModulus) +
                              static_cast<std::uint32_t>(product >> 31);
    return sum < kModulus ? sum : sum - kModulus;
  }

  // 16807^n mod kModulus: what one number is multiplied with to become the n-th after it.
  ISTHMUS_HOST_DEVICE static constexpr std::uint32_t power(std::uint64_t n) {
    std::uint32_t result = 1;
    std::uint32_t square = kMultiplier;
    for (; n > 0; n /= 2) {
      if (n % 2 == 1) result = multiply(result, square);
      square = multiply(square, square);
    }
    return result;
  }

 private:
  std::uint32_t state_;
  std::uint32_t multiplier_;
};

}  // namespace isthmus
