#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/random/xorwow.hpp"

namespace isthmus {

// cuRAND's generators XORWOW for the CPU: those of one seed, whose sequences are parts of one long
// sequence that begin 2^67 words apart.
class CurandXorwow {
 public:
  explicit CurandXorwow(std::uint64_t seed) {
    // Marsaglia's initial state, changed by the halves of the seed (constants of curand_kernel.h).
    const std::uint32_t low = 1099087573u * (static_cast<std::uint32_t>(seed) ^ 0xaad26b49u);
    const std::uint32_t high = 2591861531u * (static_cast<std::uint32_t>(seed >> 32) ^ 0xf7dcefddu);
    first_ = {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high,
              5783321u + low};
    weyl_ = 6615241u + low + high;
    for (std::size_t bit = 0; bit < kBits; ++bit) {
      State unit{};
      unit[bit / 32] = 1u << bit % 32;
      jump_[bit] = step(unit);
    }
    for (int i = 0; i < 67; ++i) jump_ = squared(jump_);
  }

  // As curand_init(seed, subsequence, 0) starts it.
  Xorwow<std::uint32_t> subsequence(std::uint64_t number) const {
    State state = first_;
    for (Matrix jump = jump_; number != 0; number /= 2, jump = squared(jump)) {
      if (number % 2 == 1) state = product(jump, state);
    }
    // The Weyl sequence comes round every 2^32 words.
    return {state[0], state[1], state[2], state[3], state[4], weyl_};
  }

 private:
  static constexpr std::size_t kBits = 160;
  // The xorshift part of the state. Steps are linear in its bits: a matrix has the image of each.
  using State = std::array<std::uint32_t, 5>;
  using Matrix = std::array<State, kBits>;

  static State step(const State& s) {
    const std::uint32_t t = s[0] ^ s[0] >> 2;
    return {s[1], s[2], s[3], s[4], s[4] ^ s[4] << 4 ^ t ^ t << 1};
  }

  static State product(const Matrix& matrix, const State& state) {
    State sum{};
    for (std::size_t bit = 0; bit < kBits; ++bit) {
      if ((state[bit / 32] >> bit % 32) % 2 == 0) continue;
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] ^= matrix[bit][i];
    }
    return sum;
  }

  static Matrix squared(const Matrix& matrix) {
    Matrix square;
    for (std::size_t bit = 0; bit < kBits; ++bit) square[bit] = product(matrix, matrix[bit]);
    return square;
  }

  State first_;
  std::uint32_t weyl_;
  Matrix jump_;  // 2^67 steps
};

}  // namespace isthmus
