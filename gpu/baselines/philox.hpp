#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace isthmus {

// Philox4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3",
// 2011): ten rounds of a cipher turn a counter into four random words. It keeps no state but the
// counter, so that generators can start anywhere in it.
class Philox {
 public:
  using Block = std::array<std::uint32_t, 4>;
  using Key = std::array<std::uint32_t, 2>;

  // The generator that cuRAND makes of a seed and a subsequence: the seed is the key, and the
  // subsequence the upper half of the counter.
  Philox(std::uint64_t seed, std::uint64_t subsequence)
      : key_(halves(seed)), counter_{0, 0, halves(subsequence)[0], halves(subsequence)[1]} {}

  std::uint32_t operator()() {
    if (used_ == words_.size()) {
      words_ = encipher(counter_, key_);
      used_ = 0;
      for (std::uint32_t& word : counter_) {
        if (++word != 0) break;
      }
    }
    return words_[used_++];
  }

  // The words of one value of the counter.
  static Block encipher(Block counter, Key key) {
    for (int round = 0; round < 10; ++round) {
      const Key even = halves(std::uint64_t{0xd2511f53} * counter[0]);
      const Key odd = halves(std::uint64_t{0xcd9e8d57} * counter[2]);
      counter = {odd[1] ^ counter[1] ^ key[0], odd[0], even[1] ^ counter[3] ^ key[1], even[0]};
      key[0] += 0x9e3779b9;
      key[1] += 0xbb67ae85;
    }
    return counter;
  }

 private:
  static Key halves(std::uint64_t word) {
    return {static_cast<std::uint32_t>(word), static_cast<std::uint32_t>(word >> 32)};
  }

  Key key_;
  Block counter_;
  Block words_{};
  std::size_t used_ = words_.size();
};

}  // namespace isthmus
