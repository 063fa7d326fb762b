#pragma once

#include <cstdint>

#include "gpu/playout/half_hexagon.hpp"
#include "gpu/playout/warp.hpp"

namespace isthmus {

// Two lanes of a warp share a word of boards, 16 apart.
inline constexpr int kHalfWords = kWarpLanes / 2;

__device__ __forceinline__ std::uint32_t from_partner(std::uint32_t word) {
  return __shfl_xor_sync(kAllLanes, word, kHalfWords);
}

// Who has a shape, as SlicedShapes finds it, for the 16 words of boards of a warp. All lanes must
// be there.
//
// Nine floods, numbered from 0: from the rim through all that is not a stone, for rings; from the
// corners whose numbers have a bit, for three bits; from five of the edges, which must be done by
// one call of find(). A lane has three edges
// (top, right, left: the rows' first and last cells are on the other two) and three corners (the
// two of the top row and the right one of the middle row).
template <int kSide>
class HalfShapes {
  using Half = HalfHexagon<kSide>;
  static constexpr int kCells = Half::kCells;

 public:
  static constexpr int kFloods = 9, kFirstEdge = 4;

  // `words` has the stones by place, a word of each of the 16 boards a place.
  __device__ __forceinline__ HalfShapes(const std::uint32_t* words, int lane)
      : words_(words), lane_(lane), is_turned_(lane >= kHalfWords) {
#pragma unroll
    for (int cell = 0; cell < Half::kAbove; ++cell) own_[cell] = above(cell, lane_);
    const int step = is_turned_ ? -kHalfWords : kHalfWords;
    const int first = is_turned_ ? Half::kColumns - 1 : 0;
    const std::uint32_t* middle =
        words_ + (2 * Half::kAbove + first) * kHalfWords + lane_ % kHalfWords;
#pragma unroll
    for (int i = 0; i < Half::kColumns; ++i) own_[Half::kAbove + i] = middle[i * step];
  }

  // The boards with a shape that the floods from `first` to `end` - 1 find; with the first flood,
  // rings of seven stones too. A flood does at most `sweeps` sweeps, at least two; where it is not
  // at its end then on a board of those `asked` for, that is in `unknown`, unless the shape was
  // found.
  __device__ __forceinline__ std::uint32_t find(int first, int end, std::uint32_t asked, int sweeps,
                                                std::uint32_t& unknown) {
    std::uint32_t found = first == 0 ? full_hexagons() : 0;
    std::uint32_t once_right[kSide - 2], once_left[kSide - 2];
#pragma unroll
    for (int i = 0; i < kSide - 2; ++i) once_right[i] = once_left[i] = 0;
    unknown = 0;
#pragma unroll 1
    for (int flood = first; flood < end; ++flood) {
      if (flood == 0) complement();
      const std::uint32_t roles = roles_in(flood);
      const std::uint32_t rest = run(roles, asked & ~found, sweeps);
      unknown |= rest;
      if (flood == 0) {
        found |= cut_off() & ~rest;
        complement();
      } else {
        const std::uint32_t right = mask(roles, kSeesRight), left = mask(roles, kSeesLeft);
#pragma unroll
        for (int i = 0; i < kSide - 2; ++i) {
          const int row = i + 1;
          const std::uint32_t at_left = reached_[Half::start(row)] & left;
          const std::uint32_t at_right = reached_[Half::start(row) + Half::length(row) - 1] & right;
          found |= (once_left[i] & at_left) | (once_right[i] & at_right);
          once_left[i] |= at_left;
          once_right[i] |= at_right;
        }
        found |= (reached_[0] & mask(roles, kSeesCorner)) |
                 (reached_[kSide - 1] & mask(roles, kSeesCorner + 1)) |
                 (reached_[kCells - 1] & mask(roles, kSeesCorner + 2));
      }
      found |= from_partner(found);
    }
    unknown &= ~found;
    return found;
  }

 private:
  // What a lane's cells on the rim are in a flood, as bits: sources, or where it is seen.
  enum Role {
    kFromTop,
    kFromRight,
    kFromLeft,
    kFromCorner,                         // three of these
    kFromOtherCorner = kFromCorner + 3,  // the left one of the middle row, which is the partner's
    kSeesRight,
    kSeesLeft,
    kSeesCorner,  // three of these
  };

  // Edges are flooded in the order: top, right, left, of each the first lane's before the
  // partner's, whose left edge is not. It does to look at right and left ones, as the last in order
  // of three edges is never a top one; but not at the one that the flood is from.
  __device__ __forceinline__ std::uint32_t roles_in(int flood) const {
    const auto corner = [](int i) { return 1u << (kFromCorner + i); };
    const auto sees_corner = [](int i) { return 1u << (kSeesCorner + i); };
    constexpr std::uint32_t kSees = 1u << kSeesRight | 1u << kSeesLeft;
    constexpr std::uint32_t kAllCorners = 7u << kFromCorner, kSeesCorners = 7u << kSeesCorner;
    const std::uint32_t first = is_turned_ ? 0 : ~0u, partner = ~first;
    switch (flood) {
      case 0:
        return (2u << kFromOtherCorner) - 1;
      case 1:
        return (first & kAllCorners) | (partner & kSeesCorners);
      case 2:
        return corner(1) | sees_corner(0) | sees_corner(2);
      case 3:
        return corner(2) | sees_corner(0) | sees_corner(1);
      case 4:
        return kSees | (first & 1u << kFromTop);
      case 5:
        return kSees | (partner & 1u << kFromTop);
      case 6:
        return (first & 1u << kFromRight) | (kSees & ~(first & 1u << kSeesRight));
      case 7:
        return (partner & 1u << kFromRight) | (kSees & ~(partner & 1u << kSeesRight));
      default:
        return (first & 1u << kFromLeft) | (kSees & ~(first & 1u << kSeesLeft));
    }
  }
  __device__ static __forceinline__ std::uint32_t mask(std::uint32_t roles, int role) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(roles << (31 - role)) >> 31);
  }

  // A cell above the middle row of the board that `lane` is at.
  __device__ __forceinline__ std::uint32_t above(int cell, int lane) const {
    return words_[cell * kWarpLanes + lane];
  }

  __device__ __forceinline__ void complement() {
#pragma unroll
    for (int cell = 0; cell < kCells; ++cell) own_[cell] = ~own_[cell];
  }

  __device__ __forceinline__ std::uint32_t cut_off() const {
    std::uint32_t found = 0;
#pragma unroll
    for (int cell = 0; cell < kCells; ++cell) found |= own_[cell] & ~reached_[cell];
    return found;
  }

  __device__ __forceinline__ std::uint32_t full_hexagons() const {
    std::uint32_t found = 0;
#pragma unroll
    for (int row = 1; row < kSide; ++row) {
      const int start = Half::start(row), before = Half::start(row - 1);
#pragma unroll
      for (int i = 1; i < Half::length(row) - 1; ++i) {
        std::uint32_t below;
        if (row < Half::kMiddle) {
          below = own_[Half::start(row + 1) + i] & own_[Half::start(row + 1) + i + 1];
        } else {  // in the partner's last row but one
          const int last = Half::start(row - 1) + Half::length(row - 1) - 1;
          below = above(last - i, lane_ ^ kHalfWords) & above(last - i + 1, lane_ ^ kHalfWords);
        }
        found |= own_[start + i - 1] & own_[start + i] & own_[start + i + 1] &
                 own_[before + i - 1] & own_[before + i] & below;
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
    return rest | from_partner(rest);
  }

  __device__ __forceinline__ void start(std::uint32_t roles) {
#pragma unroll
    for (int row = 0; row < kSide; ++row) {
      const int last = Half::length(row) - 1;
#pragma unroll
      for (int i = 0; i <= last; ++i) {
        const bool is_middle = row == Half::kMiddle;
        const int cell = Half::start(row) + i;
        int role = -1;
        if (row == 0) role = i == 0 ? kFromCorner : i == last ? kFromCorner + 1 : kFromTop;
        if (row > 0 && i == 0) role = is_middle ? kFromOtherCorner : kFromLeft;
        if (row > 0 && i == last) role = is_middle ? kFromCorner + 2 : kFromRight;
        reached_[cell] = role < 0 ? 0 : own_[cell] & mask(roles, role);
      }
    }
  }

  // Goes on to the right and to the two cells below, from the top row to the middle one.
  __device__ __forceinline__ void sweep_down() {
#pragma unroll
    for (int row = 0; row < kSide; ++row) {
      const int start = Half::start(row);
#pragma unroll
      for (int i = 0; i < Half::length(row); ++i) {
        std::uint32_t from = i > 0 ? reached_[start + i - 1] : 0;
        if (row > 0 && i > 0) from |= reached_[Half::start(row - 1) + i - 1];
        if (row > 0 && i < Half::length(row) - 1) from |= reached_[Half::start(row - 1) + i];
        reached_[start + i] |= from & own_[start + i];
      }
    }
  }

  // Goes on to the left and to the two cells above, from the middle row to the top one. Returns
  // the boards that this has changed.
  __device__ __forceinline__ std::uint32_t sweep_up() {
    std::uint32_t changed = 0;
#pragma unroll
    for (int row = kSide - 1; row >= 0; --row) {
      const int start = Half::start(row), last = Half::length(row) - 1;
#pragma unroll
      for (int i = last; i >= 0; --i) {
        std::uint32_t from = i < last ? reached_[start + i + 1] : 0;
        if (row < Half::kMiddle) {
          from |= reached_[Half::start(row + 1) + i] | reached_[Half::start(row + 1) + i + 1];
        }
        const std::uint32_t next = reached_[start + i] | (from & own_[start + i]);
        changed |= next ^ reached_[start + i];
        reached_[start + i] = next;
      }
    }
    return changed;
  }

  // Joins what the two lanes have in the middle row, which the partner sees turned around. Returns
  // the boards that this has changed.
  __device__ __forceinline__ std::uint32_t join_middle() {
    std::uint32_t partners[Half::kColumns];
#pragma unroll
    for (int i = 0; i < Half::kColumns; ++i) partners[i] = from_partner(reached_[kCells - 1 - i]);
    std::uint32_t changed = 0;
#pragma unroll
    for (int i = 0; i < Half::kColumns; ++i) {
      changed |= partners[i] & ~reached_[Half::kAbove + i];
      reached_[Half::kAbove + i] |= partners[i];
    }
    return changed;
  }

  const std::uint32_t* words_;
  int lane_;
  bool is_turned_;
  std::uint32_t own_[kCells];
  std::uint32_t reached_[kCells];
};

}  // namespace isthmus
