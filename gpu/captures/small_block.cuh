#pragma once

#include <cstdint>

#include "gpu/captures/capture_block.cuh"
#include "gpu/captures/capture_team.cuh"
#include "gpu/device/warp.hpp"

namespace isthmus {

// Plays a part of which each lane of a block has about one playout: lanes play them, and the last
// ones teams of lanes.
template <class Shape>
class SmallCaptureBlock {
 public:
  // At the most: a playout for each keeps a multiprocessor busy. Of several blocks schedulers
  // prefer the first, and the others would have their longest playouts left when that is done.
  static constexpr int kMaxThreads = 512;

  // By all threads of the block.
  __device__ void play(const CaptureBatch& batch) {
    begin(batch);
    __syncthreads();

    CaptureTeam<Shape> lane;
    bool has_played = false, has_idle = false;
    for (;;) {
      if (__any_sync(kAllLanes, lane.phase == Phase::ended)) {
        const bool had_played = has_played;
        block_.begin_playouts(lane, has_played);
        if (had_played && lane.phase == Phase::idle) {
          atomicSub(&under_way_, 1);
          has_played = false;
        }
        has_idle = __any_sync(kAllLanes, lane.phase == Phase::idle);
      }
      if (has_idle) {
        if (__any_sync(kAllLanes, has_few()) && lane.phase == Phase::choose) {
          left_[atomicAdd(&left_count_, 1)] = lane.unfinished();
          lane.phase = Phase::idle;
          has_played = false;
        }
        if (__all_sync(kAllLanes, lane.phase == Phase::idle)) break;
      }
      lane.play(block_.tables);
    }
    __syncthreads();
    if constexpr (kIsByWarps) {
      play_left_by_warps();
    } else {
      sort_left();
      __syncthreads();
      play_left_by_teams();
    }
    block_.tally.hand_over(batch);
  }

 private:
  using Phase = typename CaptureLane<Shape>::Phase;
  static constexpr bool kIsByWarps = CaptureTeam<Shape>::kLanes == kWarpLanes;
  // Where a block has no more playouts a warp than this, and none to begin, lanes leave them to
  // teams. By trial.
  static constexpr std::uint32_t kFew = kIsByWarps ? 3 : Shape::kWords <= 3 ? 8 : 10;

  __device__ void begin(const CaptureBatch& batch) {
    block_.begin(batch);
    if (threadIdx.x != 0) return;
    under_way_ = min(block_.tally.part.playouts, blockDim.x);
    left_count_ = taken_count_ = 0;
  }

  __device__ bool has_few() const {
    const auto count = *static_cast<const volatile std::uint32_t*>(&under_way_);
    return count <= kFew * blockDim.x / kWarpLanes;
  }

  // Those that have come to fewest moves first, as they are likely to take longest.
  __device__ void sort_left() {
    for (std::uint32_t i = threadIdx.x; i < left_count_; i += blockDim.x) {
      std::uint32_t before = 0;
      for (std::uint32_t j = 0; j < left_count_; ++j) {
        before += left_[j].moves < left_[i].moves || (left_[j].moves == left_[i].moves && j < i);
      }
      order_[before] = static_cast<std::uint16_t>(i);
    }
  }

  // By all lanes of a warp: one after the other of the playouts that were left. Not inlined, so
  // that the lanes' loop has registers of its own.
  __device__ __noinline__ void play_left_by_warps() {
    const bool is_first = threadIdx.x % kWarpLanes == 0;
    const std::uint32_t count = left_count_;
    CaptureTeam<Shape> team;
    for (;;) {
      const std::uint32_t taken = is_first ? atomicAdd(&taken_count_, 1) : 0;
      const std::uint32_t number = __shfl_sync(kAllLanes, taken, 0);
      if (number >= count) break;
      team.go_on(left_[number]);
      while (team.phase != Phase::ended) team.play_together(block_.tables);
      block_.count_cells(team, 1);
      if (is_first) block_.tally.count(team.black_points);
    }
  }

  // Likewise, by the teams of a warp.
  __device__ __noinline__ void play_left_by_teams() {
    const std::uint32_t count = left_count_;
    CaptureTeam<Shape> team;
    const bool is_first = team.lane_of_team() == 0;
    // Few are spread over all warps.
    const unsigned warps = blockDim.x / kWarpLanes;
    if (threadIdx.x % kWarpLanes / team.kLanes * warps >= count) team.phase = Phase::idle;
    bool has_played = false;
    for (;;) {
      const bool is_free = team.phase == Phase::ended;
      if (__any_sync(kAllLanes, is_free)) {
        const bool counts = is_free && has_played && is_first;
        block_.count_cells(team, __ballot_sync(kAllLanes, counts));
        if (counts) block_.tally.count(team.black_points);
        const std::uint32_t taken = is_free && is_first ? atomicAdd(&taken_count_, 1) : 0;
        const std::uint32_t number = __shfl_sync(kAllLanes, taken, team.first_of_team());
        if (is_free) {
          has_played = number < count;
          if (has_played) {
            team.go_on(left_[order_[number]]);
          } else {
            team.phase = Phase::idle;
          }
        }
        if (__all_sync(kAllLanes, team.phase == Phase::idle)) break;
      }
      team.play_together(block_.tables);
    }
  }

  CaptureBlock<Shape> block_;
  std::uint32_t under_way_;  // playouts of lanes
  // Those that they left, and how many of these teams have taken up.
  std::uint32_t left_count_, taken_count_;
  static constexpr std::uint32_t kMostLeft = kFew * kMaxThreads / kWarpLanes;
  UnfinishedCapture<Shape> left_[kMostLeft];
  std::uint16_t order_[kMostLeft];
};

}  // namespace isthmus
