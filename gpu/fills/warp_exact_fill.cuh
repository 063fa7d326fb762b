#pragma once

#include <cstdint>

#include "engine/base/word.hpp"
#include "engine/random/xorwow.hpp"
#include "gpu/fills/lane_board.cuh"

// SlicedCounter, Excess and fill_exactly() as a warp does them: all lanes go the same way, and all
// that is indexed is in registers or shared memory.

namespace isthmus {

// Counts words in a tree of carry-save adders, 4 or 16 at a time, and keeps kPlanes planes.
template <int kPlanes>
class WarpCounter {
 public:
  static constexpr int kFew = 4;
  static constexpr int kBatch = 16;

  __device__ __forceinline__ explicit WarpCounter(int start) {
#pragma unroll
    for (int i = 0; i < kPlanes; ++i) {
      planes_[i] = static_cast<std::uint32_t>(-((start >> i) & 1));
      waiting_[i] = 0;
    }
  }

  // Adds kFew words.
  template <class Next>
  __device__ __forceinline__ void add_few(Next&& next) {
    absorb<2>(add_tree<2>(next), fours_);
    fours_ += 1;
  }

  // Adds kBatch words.
  template <class Next>
  __device__ __forceinline__ void add(Next&& next) {
    absorb<4>(add_tree<4>(next), fours_ / 4);
    fours_ += 4;
  }

  // Adds the carries that still wait, and gives the planes.
  __device__ __forceinline__ std::uint32_t (&finish())[kPlanes] {
    std::uint32_t carry = 0;
#pragma unroll
    for (int i = 2; i < kPlanes; ++i) {
      const std::uint32_t waiting = (fours_ >> (i - 2)) & 1 ? waiting_[i] : 0;
      carry = full_add(planes_[i], waiting, carry);
    }
    return planes_;
  }

 private:
  template <int kLog, class Next>
  __device__ __forceinline__ std::uint32_t add_tree(Next& next) {
    if constexpr (kLog == 0) {
      return next();
    } else {
      const std::uint32_t first = add_tree<kLog - 1>(next);
      const std::uint32_t second = add_tree<kLog - 1>(next);
      return full_add(planes_[kLog - 1], first, second);
    }
  }

  // Of two carries into one plane the first waits for the second; `before` is how many there were.
  template <int kPlane>
  __device__ __forceinline__ void absorb(std::uint32_t carry, unsigned before) {
    if constexpr (kPlane < kPlanes) {
      if (before & 1) {
        absorb<kPlane + 1>(full_add(planes_[kPlane], waiting_[kPlane], carry), before >> 1);
      } else {
        waiting_[kPlane] = carry;
      }
    }
  }

  std::uint32_t planes_[kPlanes];
  std::uint32_t waiting_[kPlanes];
  unsigned fours_ = 0;  // times that four words were added
};

// Reference: Excess (engine/fills/exact_fill.hpp). Here each lane of a warp has boards of its
// own, a word of 32. What differs: the whole warp goes on as long as any of its lanes has excess
// left, so that no lane waits at a branch; there are as many planes as the board needs; and the
// next cells are fetched from shared memory while those before them are turned. LaneGroupExcess is
// for boards of which a lane would have too many cells. The last of the kPlanes planes of the
// surplus is its sign.
template <int kPlanes>
class WarpExcess {
 public:
  // Up to how many places are asked for at a time or ahead: those of a step, and of the next.
  static constexpr int kAhead = 6;

  __device__ __forceinline__ WarpExcess(const std::uint32_t (&surplus)[kPlanes], int)
      : white_(surplus[kPlanes - 1]) {
    std::uint32_t carry = white_;
#pragma unroll
    for (int i = 0; i < kPlanes; ++i) {
      planes_[i] = surplus[i] ^ white_;
      carry = half_add(planes_[i], carry);
    }
  }

  // Turns cells round until no board has an excess. cell(n) gives the n-th of the order as its word
  // in shared memory; reach(n) is called by the whole warp before places below n are asked for.
  template <class Reach, class CellAt>
  __device__ __forceinline__ void remove(Reach&& reach, CellAt&& cell) {
    Cells cells;
    cells.load(0, cell);
    remove_down_to<kPlanes, kFewPlanes>(reach, cell, cells);
    remove_down_to<kFewPlanes, 2>(reach, cell, cells);
    remove_down_to<2, 0>(reach, cell, cells);
  }

 private:
  static constexpr int kFewPlanes = kPlanes < 5 ? kPlanes : 5;
  static constexpr int kTaken = 3;  // at a time, so that the low planes wrap round once at most

  // The cells that come next, which memory takes its time to fetch.
  struct Cells {
    int place;
    std::uint32_t* words[kTaken];
    std::uint32_t values[kTaken];

    template <class CellAt>
    __device__ __forceinline__ void load(int first, CellAt&& cell) {
      place = first;
#pragma unroll
      for (int i = 0; i < kTaken; ++i) words[i] = &cell(first + i);
#pragma unroll
      for (int i = 0; i < kTaken; ++i) values[i] = *words[i];
    }
  };

  template <int kUsed, int kLeft, class Reach, class CellAt>
  __device__ __forceinline__ void remove_down_to(Reach&& reach, CellAt&& cell, Cells& next) {
#pragma unroll 2  // so that what was fetched need not move
    while (__any_sync(kAllLanes, any_plane<kLeft, kUsed>() != 0)) {
      const Cells cells = next;
      // No cell comes twice, so those ahead can be fetched now.
      reach(cells.place + 2 * kTaken);
      next.load(cells.place + kTaken, cell);
      const std::uint32_t low0 = planes_[0];
      const std::uint32_t low1 = planes_[1];
      const std::uint32_t high = any_plane<2, kUsed>();
#pragma unroll
      for (int i = 0; i < kTaken; ++i) *cells.words[i] = turned(cells.values[i], high);
      std::uint32_t borrow = (planes_[1] & ~low1) | (~(planes_[1] ^ low1) & planes_[0] & ~low0);
#pragma unroll
      for (int i = 2; i < kUsed; ++i) {
        planes_[i] = planes_[i] ^ borrow;
        borrow = borrow & planes_[i];
      }
    }
  }

  template <int kFirst, int kEnd>
  __device__ __forceinline__ std::uint32_t any_plane() const {
    std::uint32_t set = 0;
#pragma unroll
    for (int i = kFirst; i < kEnd; ++i) set |= planes_[i];
    return set;
  }

  // The cell turned round where it has the colour in excess, which goes down there.
  __device__ __forceinline__ std::uint32_t turned(std::uint32_t cell, std::uint32_t high) {
    const std::uint32_t left = planes_[0] | planes_[1] | high;
    const std::uint32_t taken = (cell ^ white_) & left;
    planes_[1] = planes_[1] ^ (taken & ~planes_[0]);
    planes_[0] = planes_[0] ^ taken;
    return (white_ & left) | (cell & ~left);
  }

  std::uint32_t white_;
  std::uint32_t planes_[kPlanes];
};

// The parts of a lane's cells, in their order: of a list those from number `generator` on at
// distances of kSharers. They are read before they are asked for, as memory takes its time, and
// the compiler may not put a read before a word that is written.
template <class Share>
class PartsAhead {
 public:
  __device__ __forceinline__ PartsAhead(const CellPart<Share>* parts, int generator)
      : place_(parts + generator) {
    fetch();
  }

  // The next part. Of four that follow each other it is number i, which the compiler must know.
  __device__ __forceinline__ std::uint32_t next(int i) {
    if constexpr (kIsAlone) {
      if (i == 0) {
        now_ = ahead_;
        place_ += 4;
        fetch();
      }
      return i == 0 ? now_.x : i == 1 ? now_.y : i == 2 ? now_.z : now_.w;
    } else {
      now_.x = ahead_.x;
      place_ += Share::kSharers;
      fetch();
      return now_.x;
    }
  }

 private:
  static constexpr bool kIsAlone = Share::kSharers == 1;  // four parts are read at a time

  __device__ __forceinline__ void fetch() {
    if constexpr (kIsAlone) {
      ahead_ = *reinterpret_cast<const uint4*>(place_);
    } else {
      ahead_.x = *place_;
    }
  }

  const CellPart<Share>* place_;
  uint4 now_;
  uint4 ahead_;
};

// Draws the single cells of the lane's generator at random, places them and counts the blacks: of
// `count` cells those from number `generator` on at distances of kSharers. parts[i] is the part of
// the i-th cell, as in LaneBoard; there are kPartsBeyond more, of no matter what.
template <class Share, int kPlanes>
__device__ __forceinline__ void draw_singles(Xorwow<std::uint32_t>& next,
                                             const LaneBoard<Share>& board,
                                             const CellPart<Share>* parts, int generator, int count,
                                             WarpCounter<kPlanes>& counter) {
  using Counter = WarpCounter<kPlanes>;
  PartsAhead<Share> ahead(parts, generator);
  int number = 0;  // of the word, in a batch
  const auto place = [&] {
    const std::uint32_t part = ahead.next(number++ % 4);
    const std::uint32_t word = next();
    board.at(part) = word;
    return word;
  };
  int fours = count / (Counter::kFew * Share::kSharers);
#pragma unroll 1
  for (; fours % 4 != 0; --fours) {
    number = 0;
    counter.add_few(place);
  }
#pragma unroll 1
  for (; fours != 0; fours -= 4) {
    number = 0;
    counter.add(place);
  }
  const int left = count % (Counter::kFew * Share::kSharers);
  if (left == 0) return;
  number = 0;
  counter.add_few([&]() -> std::uint32_t {
    const int i = number++;
    if (i * Share::kSharers >= left) return 0;
    const std::uint32_t part = ahead.next(i);
    const std::uint32_t word = next();
    const bool is_cell = Share::kSharers == 1 || i * Share::kSharers + generator < left;
    if (is_cell) board.at(part) = word;
    return is_cell ? word : 0;
  });
}

// The sum of what the lanes that share a group have in their planes, for all of them.
template <class Share, int kPlanes>
__device__ __forceinline__ void add_sharers(std::uint32_t (&planes)[kPlanes]) {
#pragma unroll
  for (int step = Share::kGroups; step < kWarpLanes; step *= 2) {
    std::uint32_t carry = 0;
#pragma unroll
    for (int i = 0; i < kPlanes; ++i) {
      carry = full_add(planes[i], __shfl_xor_sync(kAllLanes, planes[i], step), carry);
    }
  }
}

}  // namespace isthmus
