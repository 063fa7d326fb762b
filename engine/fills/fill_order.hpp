#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <utility>

#include "engine/base/host_device.hpp"
#include "engine/board/move.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus {

// A uniformly random order of some cells, drawn only as far as it is looked at.
class FillOrder {
 public:
  // Cells are drawn, and may be read, this many at a time.
  static constexpr int kBatch = 3;

  // The order of one unit of fills over `count` > 0 cells, which may be in any form of 16 bits.
  // The key is FillKeys::order.
  void start(const std::uint16_t* cells, int count, std::uint64_t key, std::uint32_t unit) {
    std::memcpy(cells_.data(), cells, static_cast<std::size_t>(count) * sizeof *cells);
    // What a batch may read beyond the end: any cell will do, as nothing is left to be done there.
    for (int i = 0; i < kBatch; ++i) cells_[static_cast<std::size_t>(count + i)] = cells[0];
    count_ = count;
    drawn_ = 0;
    next_ = SplitMix64(SplitMix64::mix(key + unit));
  }

  // The cells at places first to first + kBatch - 1 of the order; those beyond the last cell are
  // repetitions. `first` is a multiple of kBatch, and no more than one batch ahead of those read.
  const std::uint16_t* batch(int first) {
    if (first == drawn_) draw();
    return cells_.data() + first;
  }

  int count() const { return count_; }

 private:
  // Fisher and Yates, a batch from one random word: a word times a range is a draw above and
  // what is left of the word below, free of bias but where the last rest is small (Brackett-
  // Rozinsky and Lemire, "Batched ranged random integer generation", 2024).
  void draw() {
    const auto left = static_cast<std::uint64_t>(count_ - drawn_);
    std::array<std::uint64_t, kBatch> ranges;
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < kBatch; ++i) {
      ranges[i] = left > i ? left - i : 1;
      product *= ranges[i];
    }
    std::array<std::uint64_t, kBatch> draws;
    std::uint64_t rest;
    do {
      rest = next_();
      for (std::size_t i = 0; i < kBatch; ++i) {
        const auto both = static_cast<unsigned __int128>(rest) * ranges[i];
        draws[i] = static_cast<std::uint64_t>(both >> 64);
        rest = static_cast<std::uint64_t>(both);
      }
    } while (rest < product && rest < (0 - product) % product);
    for (std::size_t i = 0; i < kBatch; ++i) {
      const std::size_t place = static_cast<std::size_t>(drawn_) + i;
      std::swap(cells_[place], cells_[place + static_cast<std::size_t>(draws[i])]);
    }
    drawn_ += kBatch;
  }

  std::array<std::uint16_t, kMaxCells + kBatch> cells_;
  int count_ = 0;
  int drawn_ = 0;
  SplitMix64 next_{0};
};

}  // namespace isthmus
