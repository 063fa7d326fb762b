#pragma once

#include <cstdint>

#include "engine/base/word.hpp"
#include "gpu/fills/warp_share.hpp"

namespace isthmus {

// Reference: Excess (engine/fills/exact_fill.hpp). Here several lanes share a word of 32 boards.
// What differs from it and from WarpExcess, where one goes through the order alone: each lane takes
// some of the cells that come next in the order, all at the same time. From how many of these the
// lanes before it will turn round, which is a sum over lanes, it knows what excess is left when its
// own turn comes.
template <int kPlanes, class Share>
class LaneGroupExcess {
 public:
  static constexpr int kTaken = 7;  // by a lane at a time, so that three planes count them
  static constexpr int kAhead = kTaken * Share::kSharers;  // by all

  // The surplus is the same for all lanes of a group; its last plane is the sign.
  __device__ __forceinline__ LaneGroupExcess(const std::uint32_t (&surplus)[kPlanes], int lane)
      : sharer_(Share::sharer(lane)),
        last_lane_(kWarpLanes - Share::kGroups + Share::group(lane)),
        white_(surplus[kPlanes - 1]) {
    std::uint32_t carry = white_;
#pragma unroll
    for (int i = 0; i < kPlanes; ++i) {
      planes_[i] = surplus[i] ^ white_;
      carry = half_add(planes_[i], carry);
    }
  }

  // As WarpExcess::remove().
  template <class Reach, class CellAt>
  __device__ __forceinline__ void remove(Reach&& reach, CellAt&& cell) {
#pragma unroll 1
    for (int first = 0; __any_sync(kAllLanes, any_plane(planes_, 0) != 0); first += kAhead) {
      reach(first + kAhead);
      take(first + sharer_ * kTaken, cell);
    }
  }

 private:
  static constexpr int kSumPlanes = Share::kSharers == 2 ? 4 : Share::kSharers == 4 ? 5 : 6;

  template <class CellAt>
  __device__ __forceinline__ void take(int first, CellAt&& cell) {
    std::uint32_t* words[kTaken];
    std::uint32_t values[kTaken];
    std::uint32_t in_excess[kTaken];
#pragma unroll
    for (int i = 0; i < kTaken; ++i) words[i] = &cell(first + i);
#pragma unroll
    for (int i = 0; i < kTaken; ++i) {
      values[i] = *words[i];
      in_excess[i] = values[i] ^ white_;
    }
    std::uint32_t sum[kSumPlanes];
    count(in_excess, sum);
    add_lanes_before(sum);
    std::uint32_t left[kPlanes];
    std::uint32_t before[kSumPlanes];
#pragma unroll
    for (int i = 0; i < kSumPlanes; ++i) {
      before[i] = __shfl_up_sync(kAllLanes, sum[i], Share::kGroups) * (sharer_ > 0);
      sum[i] = __shfl_sync(kAllLanes, sum[i], last_lane_);
    }
    subtract(planes_, before, left);
    subtract(planes_, sum, planes_);
    const std::uint32_t high = any_plane(left, 3);
    __syncwarp();  // beyond the last cell lanes have the same one, which none changes
#pragma unroll
    for (int i = 0; i < kTaken; ++i) {
      const std::uint32_t any_left = left[0] | left[1] | left[2] | high;
      *words[i] = (white_ & any_left) | (values[i] & ~any_left);
      const std::uint32_t taken = in_excess[i] & any_left;
      left[2] ^= taken & ~(left[0] | left[1]);
      left[1] ^= taken & ~left[0];
      left[0] ^= taken;
    }
    __syncwarp();
  }

  // How many of seven bits are set.
  __device__ __forceinline__ static void count(const std::uint32_t (&bits)[kTaken],
                                               std::uint32_t (&sum)[kSumPlanes]) {
    sum[0] = bits[0];
    std::uint32_t other = bits[3];
    sum[1] = full_add(sum[0], bits[1], bits[2]);
    const std::uint32_t second = full_add(other, bits[4], bits[5]);
    const std::uint32_t third = full_add(sum[0], other, bits[6]);
    sum[2] = full_add(sum[1], second, third);
  }

  // Adds the sums of the group's lanes before this one to its own, of which three planes are set.
  __device__ __forceinline__ void add_lanes_before(std::uint32_t (&sum)[kSumPlanes]) const {
#pragma unroll
    for (int step = 1, planes = 3; step < Share::kSharers; step *= 2, ++planes) {
      std::uint32_t carry = 0;
#pragma unroll
      for (int i = 0; i < planes; ++i) {
        const std::uint32_t other =
            __shfl_up_sync(kAllLanes, sum[i], step * Share::kGroups) * (sharer_ >= step);
        carry = full_add(sum[i], other, carry);
      }
      sum[planes] = carry;
    }
  }

  // from - less where that is positive, or 0.
  __device__ __forceinline__ static void subtract(const std::uint32_t (&from)[kPlanes],
                                                  const std::uint32_t (&less)[kSumPlanes],
                                                  std::uint32_t (&rest)[kPlanes]) {
    std::uint32_t borrow = 0;
#pragma unroll
    for (int i = 0; i < kPlanes; ++i) {
      const std::uint32_t taken = i < kSumPlanes ? less[i] : 0;
      const std::uint32_t bit = from[i];
      rest[i] = exclusive_or(bit, taken, borrow);
      borrow = majority(~bit, taken, borrow);
    }
#pragma unroll
    for (std::uint32_t& plane : rest) plane &= ~borrow;
  }

  __device__ __forceinline__ static std::uint32_t any_plane(const std::uint32_t (&planes)[kPlanes],
                                                            int first) {
    std::uint32_t set = 0;
#pragma unroll
    for (int i = first; i < kPlanes; ++i) set |= planes[i];
    return set;
  }

  int sharer_;
  int last_lane_;  // of those that share the group
  std::uint32_t white_;
  std::uint32_t planes_[kPlanes];
};

}  // namespace isthmus
