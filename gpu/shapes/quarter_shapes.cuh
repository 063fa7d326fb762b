#pragma once

#include <cstdint>

#include "gpu/device/warp.hpp"
#include "gpu/shapes/quarter_hexagon.hpp"

namespace isthmus {

// Four lanes of a warp share a word of boards: they have the same number modulo kQuarterWords, and
// are partners.
inline constexpr int kQuarterWords = kWarpLanes / 4;
inline constexpr int kMirrored = kQuarterWords;        // set in the numbers of the right quarters
inline constexpr int kUpsideDown = 2 * kQuarterWords;  // ... and of the lower ones

__device__ __forceinline__ std::uint32_t from_lane(std::uint32_t word, int difference) {
  return __shfl_xor_sync(kAllLanes, word, difference);
}

__device__ __forceinline__ std::uint32_t any_of_partners(std::uint32_t word) {
  word |= from_lane(word, kMirrored);
  return word | from_lane(word, kUpsideDown);
}

// Who has a shape, as SlicedShapes finds it, for the words of boards of a warp. All lanes must be
// there.
//
// Nine floods, numbered from 0: from the rim through all that is not a stone, for rings; from the
// corners whose numbers have a bit, for three bits (which quarter's they are, and whether they are
// in the middle row); from five of the edges: the two horizontal ones, and three of the others.
//
// With kWithCrossings there are three floods more, numbered on from there, which find groups that
// cross the board: each is from two edges that meet, with the corners at either end of both, and is
// seen on the two edges across and their corners. Of any two edges that do not meet, and of any two
// corners, one is on the one side in some of these floods and one on the other. So where nothing
// crosses there is no shape but rings.
//
// The stones of the first kKept cells of a quarter are kept in registers, as is what a flood has
// reached. Those of the others are read from shared memory when they are needed, which takes about
// as long as what is done with them.
template <int kSide, int kKept, bool kWithCrossings = false>
class QuarterShapes {
  using Quarter = QuarterHexagon<kSide>;
  static constexpr int kCells = Quarter::kCells;
  static_assert(kKept <= kCells);

 public:
  static constexpr int kFloods = 9, kFirstEdge = 4;
  static constexpr int kFirstCrossing = kFloods, kAllFloods = kFloods + 3;

  // Where one of the edges flooded has reached the edge of a quarter that is not horizontal; for
  // crossings, which need no second, everywhere.
  class Forks {
   public:
    __device__ __forceinline__ explicit Forks(bool everywhere = false) {
#pragma unroll
      for (int i = 0; i < kCount; ++i) once_[i] = everywhere ? ~0u : 0;
    }
    static constexpr int kCount = kSide - 2;
    // Adds where another has reached the i-th cell. Returns where that makes a fork.
    __device__ __forceinline__ std::uint32_t add(int i, std::uint32_t word) {
      const std::uint32_t found = once_[i] & word;
      once_[i] |= word;
      return found;
    }
    __device__ __forceinline__ std::uint32_t operator[](int i) const { return once_[i]; }

   private:
    std::uint32_t once_[kCount];
  };

  // `words` has the stones by place, a word of each board a place.
  __device__ __forceinline__ QuarterShapes(std::uint32_t* words, int lane)
      : words_(words + lane),
        lane_(lane),
        is_right_((lane & kMirrored) != 0),
        is_below_((lane & kUpsideDown) != 0) {
    share_axes();
#pragma unroll
    for (int cell = 0; cell < kKept; ++cell) own_[cell] = words_[cell * kWarpLanes];
  }

  // The boards with a shape that the floods from `first` to `end` - 1 find; with the first flood,
  // rings of seven stones too. A flood does at most `sweeps` sweeps, at least two; where it is not
  // at its end then on a board of those `asked` for, that is in `unknown`, unless the shape was
  // found. Forks are found of the edges that were added to `forks`.
  __device__ __forceinline__ std::uint32_t find(int first, int end, std::uint32_t asked, int sweeps,
                                                Forks& forks, std::uint32_t& unknown) {
    std::uint32_t found = first == 0 ? any_of_partners(full_hexagons()) : 0;
    unknown = 0;
#pragma unroll 1
    for (int flood = first; flood < end; ++flood) {
      if (flood == 0) {
        __syncwarp();  // partners have read the stones
        complement();
      }
      const std::uint32_t roles = roles_in(flood);
      const std::uint32_t rest = run(roles, asked & ~found, sweeps);
      unknown |= rest;
      if (flood == 0) {
        found |= cut_off() & ~rest;
        if (!kWithCrossings || end > 1) complement();
      } else {
        const std::uint32_t side = mask(roles, kSeesSide);
#pragma unroll
        for (int i = 0; i < Forks::kCount; ++i) {
          found |= forks.add(i, reached_[Quarter::start(i + 1)] & side);
        }
        found |= (reached_[0] & mask(roles, kSeesCorner)) |
                 (reached_[Quarter::start(Quarter::kMiddle)] & mask(roles, kSeesMiddleCorner));
        if constexpr (kWithCrossings) {
          const std::uint32_t top = mask(roles, kSeesTop);
#pragma unroll
          for (int i = 1; i < Quarter::width(0); ++i) found |= reached_[i] & top;
        }
      }
      found = any_of_partners(found);
    }
    unknown &= ~found;
    return found;
  }

 private:
  // What a lane's cells on the rim are in a flood, as bits: sources, or where it is seen.
  enum Role {
    kFromTop,
    kFromSide,
    kFromCorner,
    kFromMiddleCorner,  // the first of the middle row
    kSeesSide,
    kSeesCorner,
    kSeesMiddleCorner,
    kSeesTop,
  };

  // Edges are flooded in the order: the horizontal ones, then the others but for the last
  // quarter's. It does to look at these others, as the last in order of three edges is never a
  // horizontal one; but not at the one that the flood is from.
  __device__ __forceinline__ std::uint32_t roles_in(int flood) const {
    if constexpr (kWithCrossings) {
      if (flood >= kFirstCrossing) return roles_in_crossing(flood - kFirstCrossing);
    }
    constexpr std::uint32_t kTop = 1u << kFromTop, kSide_ = 1u << kFromSide;
    constexpr std::uint32_t kCorner = 1u << kFromCorner, kMiddle = 1u << kFromMiddleCorner;
    constexpr std::uint32_t kSees = 1u << kSeesSide;
    constexpr std::uint32_t kSeesOne = 1u << kSeesCorner, kSeesMiddle = 1u << kSeesMiddleCorner;
    const int quarter = lane_ / kQuarterWords;
    switch (flood) {
      case 0:
        return kTop | kSide_ | kCorner | kMiddle;
      case 1:
        return is_right_ ? kCorner | kMiddle : kSeesOne | kSeesMiddle;
      case 2:
        return is_below_ ? kCorner : kSeesOne | kSeesMiddle;
      case 3:
        return kMiddle | kSeesOne;
      case 4:
        return kSees | (is_below_ ? 0 : kTop);
      case 5:
        return kSees | (is_below_ ? kTop : 0);
      default:
        return quarter == flood - 6 ? kSide_ : kSees;
    }
  }
  // From the top and the edge right of it; from the bottom and the edge right of it; from those on
  // the left.
  __device__ __forceinline__ std::uint32_t roles_in_crossing(int number) const {
    constexpr std::uint32_t kTop = 1u << kFromTop, kSide_ = 1u << kFromSide;
    constexpr std::uint32_t kCorner = 1u << kFromCorner, kMiddle = 1u << kFromMiddleCorner;
    constexpr std::uint32_t kSees = 1u << kSeesSide, kSeesTop_ = 1u << kSeesTop;
    constexpr std::uint32_t kSeesOne = 1u << kSeesCorner, kSeesMiddle = 1u << kSeesMiddleCorner;
    if (number == 2) return is_right_ ? kSees | kSeesOne | kSeesMiddle : kSide_ | kCorner | kMiddle;
    if (is_below_ == (number == 1)) {
      return kTop | kCorner | (is_right_ ? kSide_ | kMiddle : kSeesMiddle);
    }
    return kSeesTop_ | kSeesOne | (is_right_ ? kMiddle : kSees | kSeesMiddle);
  }
  __device__ static __forceinline__ std::uint32_t mask(std::uint32_t roles, int role) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(roles << (31 - role)) >> 31);
  }

  // The compiler is to read these words each time, not to keep them all.
  __device__ __forceinline__ std::uint32_t own(int cell) const {
    if (cell < kKept) return own_[cell];
    return *const_cast<const volatile std::uint32_t*>(words_ + cell * kWarpLanes);
  }

  // Gives all quarters the words of the axes.
  __device__ __forceinline__ void share_axes() {
    const auto share = [&](int cell, int partner) {
      words_[cell * kWarpLanes] = words_[cell * kWarpLanes - (lane_ & partner)];
    };
#pragma unroll
    for (int row = 0; row < kSide; ++row) {
      if (Quarter::has_axis(row)) share(Quarter::start(row) + Quarter::width(row) - 1, kMirrored);
    }
    __syncwarp();
#pragma unroll
    for (int i = 0; i < Quarter::width(Quarter::kMiddle); ++i) {
      share(Quarter::start(Quarter::kMiddle) + i, kUpsideDown);
    }
    __syncwarp();
  }

  __device__ __forceinline__ void complement() {
#pragma unroll
    for (int cell = 0; cell < kCells; ++cell) {
      if (cell < kKept)
        own_[cell] = ~own_[cell];
      else
        words_[cell * kWarpLanes] = ~words_[cell * kWarpLanes];
    }
  }

  __device__ __forceinline__ std::uint32_t cut_off() const {
    std::uint32_t found = 0;
#pragma unroll
    for (int cell = 0; cell < kCells; ++cell) found |= own(cell) & ~reached_[cell];
    return found;
  }

  // The stones of a cell of the upper half, or of the first row below.
  __device__ __forceinline__ std::uint32_t stones(int row, int column) const {
    int lane = lane_;
    if (row == kSide) {
      row = kSide - 2;
      lane ^= kUpsideDown;
    }
    if (column >= Quarter::width(row)) {
      column = Quarter::length(row) - 1 - column;
      lane ^= kMirrored;
    }
    return words_[(Quarter::start(row) + column) * kWarpLanes + lane - lane_];
  }

  __device__ __forceinline__ std::uint32_t full_hexagons() const {
    std::uint32_t found = 0;
#pragma unroll
    for (int row = 1; row < kSide; ++row) {
      const int below = row == Quarter::kMiddle ? -1 : 0;
#pragma unroll
      for (int i = 1; i < kSide; ++i) {
        if (i >= Quarter::width(row)) continue;
        found |= stones(row, i - 1) & stones(row, i) & stones(row, i + 1) & stones(row - 1, i - 1) &
                 stones(row - 1, i) & stones(row + 1, i + below) & stones(row + 1, i + below + 1);
      }
    }
    return found;
  }

  // Floods from the sources. Returns the boards, of those asked for, where that is not at its end.
  __device__ __forceinline__ std::uint32_t run(std::uint32_t roles, std::uint32_t asked,
                                               int sweeps) {
    start(roles);
    sweep_down();
    join_middle();
    sweep_up();
    std::uint32_t rest;
#pragma unroll 1
    do {
      sweep_down();
      rest = join_middle();
      rest = (rest | sweep_up()) & asked;
    } while (--sweeps > 1 && __any_sync(kAllLanes, rest != 0));
    return any_of_partners(rest);
  }

  __device__ __forceinline__ void start(std::uint32_t roles) {
#pragma unroll
    for (int row = 0; row < kSide; ++row) {
#pragma unroll
      for (int i = 0; i < kSide; ++i) {
        if (i >= Quarter::width(row)) continue;
        const int cell = Quarter::start(row) + i;
        int role = -1;
        if (i == 0) {
          role = row == 0 ? kFromCorner : row == Quarter::kMiddle ? kFromMiddleCorner : kFromSide;
        } else if (row == 0) {
          role = kFromTop;
        }
        reached_[cell] = role < 0 ? 0 : own(cell) & mask(roles, role);
      }
    }
  }

  // Goes on to the inside and to the two cells below, from the top row to the middle one.
  __device__ __forceinline__ void sweep_down() {
#pragma unroll
    for (int row = 0; row < kSide; ++row) {
      const int start = Quarter::start(row);
#pragma unroll
      for (int i = 0; i < kSide; ++i) {
        if (i >= Quarter::width(row)) continue;
        std::uint32_t from = i > 0 ? reached_[start + i - 1] : 0;
        if (row > 0) {
          if (i > 0) from |= reached_[Quarter::start(row - 1) + i - 1];
          if (i < Quarter::width(row - 1)) from |= reached_[Quarter::start(row - 1) + i];
        }
        reached_[start + i] |= from & own(start + i);
      }
      join_halves(row);
    }
  }

  // Goes on to the outside and to the two cells above, from the middle row to the top one. Returns
  // the boards that this has changed.
  __device__ __forceinline__ std::uint32_t sweep_up() {
    std::uint32_t changed = 0;
#pragma unroll
    for (int row = kSide - 1; row >= 0; --row) {
      const int start = Quarter::start(row), last = Quarter::width(row) - 1;
#pragma unroll
      for (int i = kSide - 1; i >= 0; --i) {
        if (i > last) continue;
        const std::uint32_t before = reached_[start + i];
        std::uint32_t from = i < last ? reached_[start + i + 1] : 0;
        if (row < Quarter::kMiddle) {
          from |= reached_[Quarter::start(row + 1) + i];
          if (i + 1 < Quarter::width(row + 1)) from |= reached_[Quarter::start(row + 1) + i + 1];
        }
        reached_[start + i] |= from & own(start + i);
        if (i == last) join_halves(row);
        changed |= reached_[start + i] ^ before;
      }
    }
    return changed;
  }

  // Joins what left and right quarters have where they meet in a row.
  __device__ __forceinline__ void join_halves(int row) {
    const int last = Quarter::start(row) + Quarter::width(row) - 1;
    const std::uint32_t partners = from_lane(reached_[last], kMirrored);
    reached_[last] |= Quarter::has_axis(row) ? partners : partners & own(last);
  }

  // Joins what upper and lower quarters have in the middle row. Returns the boards that this has
  // changed.
  __device__ __forceinline__ std::uint32_t join_middle() {
    constexpr int kWidth = Quarter::width(Quarter::kMiddle);
    std::uint32_t partners[kWidth];
#pragma unroll
    for (int i = 0; i < kWidth; ++i) {
      partners[i] = from_lane(reached_[Quarter::start(Quarter::kMiddle) + i], kUpsideDown);
    }
    std::uint32_t changed = 0;
#pragma unroll
    for (int i = 0; i < kWidth; ++i) {
      std::uint32_t& reached = reached_[Quarter::start(Quarter::kMiddle) + i];
      changed |= partners[i] & ~reached;
      reached |= partners[i];
    }
    return changed;
  }

  std::uint32_t* words_;
  int lane_;
  bool is_right_, is_below_;
  std::uint32_t own_[kKept > 0 ? kKept : 1];
  std::uint32_t reached_[kCells];
};

}  // namespace isthmus
