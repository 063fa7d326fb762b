#pragma once

#include <cstdint>
#include <cstring>

#include "engine/random/splitmix.hpp"
#include "gpu/device/warp.hpp"

namespace isthmus {

// Reference: FillOrder (engine/fills/fill_order.hpp), which draws the same orders to the bit.
// Here a warp draws those of several units at once: each lane draws one. The lanes go ahead
// together, so that the orders, which most fills look at the first third of, cost little. They are
// looked at no more than kAhead places at a time or ahead.
//
// Index is the type of a cell or number, 8 or 16 bits; kCells the most cells of an order, and
// kUnits how many units there are, at most one a lane.
template <class Index, int kCells, int kUnits, int kAhead>
class WarpOrders {
  static_assert(kUnits <= kWarpLanes);

 public:
  // Places are drawn this many at a time, as those of FillOrder.
  static constexpr int kBatch = 3;
  // Up to where places may be looked at.
  static constexpr int kEnd = kCells + kAhead;
  // Bytes from one order to the next: an odd number of words, which puts lanes into banks of
  // their own.
  static constexpr int kPitchBytes = ((kEnd * static_cast<int>(sizeof(Index)) + 3) / 4 | 1) * 4;
  static constexpr int kPitch = kPitchBytes / static_cast<int>(sizeof(Index));

  // In shared memory: a row for each unit.
  struct Memory {
    alignas(4) Index cells[kUnits][kPitch];
  };

  // Every lane of the warp makes one, of the same memory.
  __device__ explicit WarpOrders(Memory& memory) : memory_(memory) {}

  // Starts the lane's order, of the first `count` of `cells`, which are kPitch and aligned as
  // words. `key` and `unit` are as in FillOrder. For the lanes below kUnits.
  __device__ void start(const Index* cells, int count, std::uint64_t key, std::uint32_t unit,
                        int lane) {
    start(count, key, unit, lane);
    auto* to = reinterpret_cast<unsigned char*>(order_);
    const auto* from = reinterpret_cast<const unsigned char*>(cells);
#pragma unroll 8
    for (int i = 0; i < kPitchBytes; i += 4) {
      memcpy(__builtin_assume_aligned(to + i, 4), __builtin_assume_aligned(from + i, 4), 4);
    }
  }

  // The same of the numbers below `count`, from 1 to kCells; beyond the last are larger ones.
  __device__ void start_numbers(int count, std::uint64_t key, std::uint32_t unit, int lane) {
    start(count, key, unit, lane);
    for (int i = 0; i < count + kAhead; ++i) order_[i] = static_cast<Index>(i);
  }

  // Leaves the lane without an order, while others start theirs.
  __device__ void start_none() {
    left_ = 0;
    drawn_ = 0;
  }

  // The place-th cell or number of an order, for places below the last reach(); beyond the last,
  // what follows it.
  __device__ int cell(int order, int place) const { return memory_.cells[order][place]; }

  // Makes sure that places below `end` are drawn, `end` being no more than kAhead beyond the last
  // one; to be called by the whole warp, with the same `end`, which then sees what all lanes drew.
  __device__ void reach(int end) {
    if (end > drawn_) draw();
  }

 private:
  __device__ void start(int count, std::uint64_t key, std::uint32_t unit, int lane) {
    order_ = memory_.cells[lane];
    left_ = count;
    drawn_ = 0;
    state_ = SplitMix64::mix(key + unit);
  }

  // How many places are drawn at a time: enough for most fills of a board of 11 x 11 in two steps.
  static constexpr int kStep = kAhead <= 24 ? 24 : (kAhead + kBatch - 1) / kBatch * kBatch;

  __device__ void draw() {
    __syncwarp();
    for (int i = 0; i < kStep / kBatch; ++i) {
      if (left_ > 0) draw_batch();
      drawn_ += kBatch;
      left_ -= kBatch;
    }
    __syncwarp();
  }

  // As in FillOrder::draw().
  __device__ void draw_batch() {
    std::uint32_t ranges[kBatch];
    std::uint32_t product = 1;
    for (int i = 0; i < kBatch; ++i) {
      ranges[i] = static_cast<std::uint32_t>(left_ > i ? left_ - i : 1);
      product *= ranges[i];
    }
    int draws[kBatch];
    std::uint64_t rest;
    do {
      state_ += 0x9e3779b97f4a7c15u;
      rest = SplitMix64::mix(state_);
      for (int i = 0; i < kBatch; ++i) {
        const std::uint64_t low = (rest & 0xffffffffu) * ranges[i];
        const std::uint64_t high = (rest >> 32) * ranges[i] + (low >> 32);
        draws[i] = static_cast<int>(high >> 32);
        rest = high << 32 | (low & 0xffffffffu);
      }
    } while (rest < product && rest < (0 - std::uint64_t{product}) % product);
    for (int i = 0; i < kBatch; ++i) {
      Index* place = order_ + drawn_ + i;
      const Index swapped = *place;
      *place = place[draws[i]];
      place[draws[i]] = swapped;
    }
  }

  Memory& memory_;
  Index* order_;         // the lane's
  std::uint64_t state_;  // of the lane's SplitMix64
  int left_ = 0;         // cells of the lane's order not yet drawn, or fewer than one
  int drawn_ = 0;        // places drawn, the same in all lanes
};

}  // namespace isthmus
