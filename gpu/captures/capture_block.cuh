#pragma once

#include <cstdint>

#include "gpu/captures/capture_batch.hpp"
#include "gpu/captures/capture_lane.cuh"
#include "gpu/captures/capture_tally.cuh"
#include "gpu/device/warp.hpp"

namespace isthmus {

// What the lanes of a block share, of boards in words of cells.
template <class Shape>
struct CaptureBlock {
  using Phase = typename CaptureLane<Shape>::Phase;

  CaptureTables<Shape> tables;
  CaptureStart start;
  CaptureTally<Shape, false> tally;

  // By all threads of the block, which wait for each other before they use it.
  __device__ void begin(const CaptureBatch& batch) {
    const auto thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
    tables.fill(thread, threads);
    tally.begin(batch);
    const CaptureStart& of_task = batch.tasks[tally.part.task];
    for (int i = thread; i < CaptureStart::kSets * Shape::kWords; i += threads) {
      start.words[i] = of_task.words[i];
    }
    if (thread == 0) {
      start.key = of_task.key;
      start.is_white = of_task.is_white;
    }
  }

  // By all lanes of a warp: counts the playouts of those that have ended one and begins others in
  // their place, while there are any.
  __device__ void begin_playouts(CaptureLane<Shape>& lane, bool& has_played) {
    count_cells(lane, __ballot_sync(kAllLanes, lane.phase == Phase::ended && has_played));
    if (lane.phase != Phase::ended) return;
    if (has_played) tally.count(lane.black_points);
    const std::uint32_t playout = atomicAdd(&tally.next, 1);
    if (playout < tally.part.playouts) {
      lane.begin(start, tally.part.first + playout);
      has_played = true;
    } else {
      lane.phase = Phase::idle;
    }
  }

  // By all lanes of a warp: counts the playouts of some lanes, one after the other, each lane one
  // cell of a word.
  __device__ void count_cells(const CaptureLane<Shape>& lane, unsigned lanes) {
    const auto number = static_cast<int>(threadIdx.x) % kWarpLanes;
    const std::uint32_t entry = tally.entry(lane.black_points);
    for (; lanes != 0; lanes &= lanes - 1) {
      const int source = __ffs(static_cast<int>(lanes)) - 1;
      const std::uint32_t its_entry = __shfl_sync(kAllLanes, entry, source);
      const bool is_white = __shfl_sync(kAllLanes, static_cast<int>(lane.is_white), source) != 0;
      ISTHMUS_UNROLL
      for (int i = 0; i < Shape::kWords; ++i) {
        const std::uint32_t own = __shfl_sync(kAllLanes, lane.own[i], source);
        const std::uint32_t others = __shfl_sync(kAllLanes, lane.stones[i], source) & ~own;
        const std::uint32_t black = is_white ? others : own, white = is_white ? own : others;
        if ((black >> number & 1) != 0) atomicAdd(&tally.black[32 * i + number], its_entry);
        if ((white >> number & 1) != 0) atomicAdd(&tally.white[32 * i + number], its_entry);
      }
    }
  }
};

}  // namespace isthmus
