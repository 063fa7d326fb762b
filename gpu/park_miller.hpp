#pragma once

#include <cstdint>

namespace isthmus {

// The minimal standard generator (Park and Miller, "Random number generators: good ones are hard
// to find", 1988): z := 16807 z mod 2^31 - 1. From z[1] = 1 it must come to z[10001] =
// 1043618065.
class ParkMiller {
 public:
  static constexpr std::uint32_t kModulus = 2147483647;

  // The first number, from 1 to kModulus - 1.
  explicit ParkMiller(std::uint32_t first) : state_(first) {}

  // The number after the last one.
  std::uint32_t operator()() {
    state_ = static_cast<std::uint32_t>(std::uint64_t{16807} * state_ % kModulus);
    return state_;
  }

 private:
  std::uint32_t state_;
};

}  // namespace isthmus
