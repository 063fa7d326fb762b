#pragma once

#include <span>
#include <vector>

#include "gpu/net/hopper_kernel.hpp"
#include "gpu/net/hopper_layers.cuh"

namespace isthmus {

// Block b has the positions b, b + blocks, b + 2 * blocks, ..., kPositions of them in a round; or
// kBlocks blocks, a cluster, share one, the only one that they have. A last warpgroup brings the
// weights, and leaves its registers to the others.
template <NetPrecision kPrecision, int kChannels, int kPlaces, int kParts, int kPositions,
          int kBlocks>
__global__ void __launch_bounds__((kChannels / kHopperBand * kParts / kBlocks * kPositions + 1) *
                                      kGroupThreads,
                                  1) hopper_net(__grid_constant__ const HopperTask task) {
  extern __shared__ __align__(128) char shared[];
  static_assert(kBlocks == 1 || kPositions == 1);
  constexpr int kPositionGroups = kChannels / kHopperBand * kParts / kBlocks;
  constexpr int kGroups = kPositionGroups * kPositions;
  constexpr int kTileBytes = hopper_tile_bytes(kChannels), kCluster = hopper_cluster(kBlocks);
  const HopperFrame frame(task.view);
  const HopperMemory memory(frame, task.net, kChannels, kPlaces, kParts, kPositions, kBlocks,
                            task.stages);
  const HopperRing ring{address_in_shared(shared), address_in_shared(shared) + memory.stages,
                        kTileBytes, task.stages};
  const int blocks = static_cast<int>(gridDim.x) / kBlocks;
  const int block = static_cast<int>(blockIdx.x) / kBlocks;
  const int group = same_in_warp(static_cast<int>(threadIdx.x) / kGroupThreads);
  HopperLayers<kPrecision, kChannels, kPlaces, kParts, kPositions, kBlocks> run(task, shared, ring);
  const std::size_t points = task.view.points(), outputs = task.view.outputs();
  const int first = group / kPositionGroups * blocks + block;
  const auto fetch_first = [&] {
    if (group < kGroups && first < task.positions) run.fetch_points(task.points + first * points);
  };
  // Of all that begins one position its points, in the host's memory, take longest to come. Where
  // there are many, memory cleared first costs 1 to 2% less.
  if constexpr (kBlocks > 1) fetch_first();

  if (threadIdx.x == 0) {
    HopperRing made = ring;
    for (int i = 0; i < task.stages; ++i, made.advance()) {
      made.full().make(1);
      made.empty().make(kCluster * kGroups * kGroupWarps);
    }
    for (int i = 0; i < kHopperSwaps; ++i) ring.swap(i).make(1);
    publish_barriers();
  }
  for (int i = memory.boards + static_cast<int>(threadIdx.x) * 16; i < memory.groups;
       i += static_cast<int>(blockDim.x) * 16) {
    *reinterpret_cast<uint4*>(shared + i) = uint4{};
  }
  publish_stores();
  arrive_at_cluster();
  if constexpr (kBlocks == 1) fetch_first();

  const int round_positions = blocks * kPositions;
  const int rank = cluster_rank();
  // As many for all blocks of the cluster.
  const int first_block = kBlocks > 1 ? block : block - rank;
  const int rounds = (task.positions - first_block + round_positions - 1) / round_positions;
  if (group == kGroups) {
    give_registers_back<kGroups <= 2 ? 24 : 32>();
    wait_for_cluster();
    if (threadIdx.x % kGroupThreads != 0) return;
    constexpr int kShareBytes = kTileBytes / kCluster;
    const auto* share = reinterpret_cast<const char*>(task.net.tiles) + rank * kShareBytes;
    HopperRing to = ring;
    for (int round = 0; round < rounds; ++round) {
      for (int tile = 0; tile < task.net.tile_count; ++tile) {
        to.empty().wait(to.parity ^ 1);
        to.full().arrive_and_expect(kTileBytes);
        copy_bulk(to.tile() + rank * kShareBytes,
                  share + static_cast<std::size_t>(tile) * kTileBytes, kShareBytes, to.full(),
                  (1 << kCluster) - 1);
        to.advance();
      }
    }
    return;
  }
  take_registers<kGroups <= 2 ? 240 : 160>();
  wait_for_cluster();
  for (int round = 0; round < rounds; ++round) {
    const int position = round * round_positions + first, next = position + round_positions;
    if (position < task.positions) {
      const bool are_all =
          round * round_positions + (kPositions - 1) * blocks + block < task.positions;
      run.run(task.outputs + position * outputs,
              next < task.positions ? task.points + next * points : nullptr,
              kPositions > 1 && are_all && task.net.blocks > 0);
    } else {
      run.skip();
    }
  }
  // None may end while others signal to it what they no longer need. Where blocks share a position
  // they have arrived: behind what is written to the host's memory that would take long.
  if constexpr (kBlocks == 1) arrive_at_cluster();
  wait_for_cluster();
}

template <NetPrecision kPrecision, int kChannels, int kPlaces, int kParts, int kPositions,
          int kBlocks = 1>
HopperKernel hopper_kernel() {
  return {kChannels,
          reinterpret_cast<const void*>(
              hopper_net<kPrecision, kChannels, kPlaces, kParts, kPositions, kBlocks>),
          kPlaces,
          kParts,
          kPositions,
          kBlocks};
}

// Those of a precision; of those that compute as many positions, those of fewer places first.
template <NetPrecision kPrecision>
std::span<const HopperKernel> make_hopper_kernels() {
  static const std::vector kKernels = [] {
    std::vector kernels{
        hopper_kernel<kPrecision, 64, 56, 1, 2>(),   hopper_kernel<kPrecision, 64, 96, 1, 2>(),
        hopper_kernel<kPrecision, 64, 112, 1, 2>(),  hopper_kernel<kPrecision, 64, 136, 1, 2>(),
        hopper_kernel<kPrecision, 64, 160, 1, 2>(),  hopper_kernel<kPrecision, 64, 184, 1, 2>(),
        hopper_kernel<kPrecision, 64, 216, 1, 2>(),  hopper_kernel<kPrecision, 64, 240, 1, 2>(),
        hopper_kernel<kPrecision, 64, 48, 2, 1>(),   hopper_kernel<kPrecision, 64, 72, 2, 1>(),
        hopper_kernel<kPrecision, 64, 96, 2, 1>(),   hopper_kernel<kPrecision, 64, 120, 2, 1>(),
        hopper_kernel<kPrecision, 64, 136, 2, 1>(),  hopper_kernel<kPrecision, 64, 160, 2, 1>(),
        hopper_kernel<kPrecision, 64, 184, 2, 1>(),  hopper_kernel<kPrecision, 64, 192, 2, 1>(),
        hopper_kernel<kPrecision, 64, 216, 2, 1>(),  hopper_kernel<kPrecision, 64, 232, 2, 1>(),
        hopper_kernel<kPrecision, 128, 72, 1, 1>(),  hopper_kernel<kPrecision, 128, 96, 1, 1>(),
        hopper_kernel<kPrecision, 128, 136, 1, 1>(), hopper_kernel<kPrecision, 128, 184, 1, 1>(),
        hopper_kernel<kPrecision, 128, 240, 1, 1>()};
    // One position by the blocks of a cluster; of small boards a warpgroup of each block is best.
    kernels.insert(kernels.end(), {hopper_kernel<kPrecision, 64, 72, 2, 1, 2>(),
                                   hopper_kernel<kPrecision, 64, 96, 2, 1, 2>(),
                                   hopper_kernel<kPrecision, 64, 64, 4, 1, 2>(),
                                   hopper_kernel<kPrecision, 64, 80, 4, 1, 2>(),
                                   hopper_kernel<kPrecision, 64, 96, 4, 1, 2>(),
                                   hopper_kernel<kPrecision, 64, 120, 4, 1, 2>(),
                                   hopper_kernel<kPrecision, 128, 96, 2, 1, 2>(),
                                   hopper_kernel<kPrecision, 128, 120, 2, 1, 2>(),
                                   hopper_kernel<kPrecision, 64, 24, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 64, 40, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 64, 48, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 64, 56, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 64, 64, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 64, 80, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 64, 96, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 64, 120, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 64, 144, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 64, 168, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 128, 24, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 128, 40, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 128, 48, 4, 1, 4>(),
                                   hopper_kernel<kPrecision, 128, 64, 4, 1, 4>()});
    if constexpr (kPrecision == NetPrecision::fp8) {
      // What is between products takes as long as they do.
      kernels.insert(
          kernels.end(),
          {hopper_kernel<kPrecision, 64, 56, 1, 3>(), hopper_kernel<kPrecision, 64, 96, 1, 3>(),
           hopper_kernel<kPrecision, 64, 112, 1, 3>(), hopper_kernel<kPrecision, 64, 136, 1, 3>(),
           hopper_kernel<kPrecision, 64, 160, 1, 3>(), hopper_kernel<kPrecision, 64, 184, 1, 3>()});
    }
    return kernels;
  }();
  return kKernels;
}

}  // namespace isthmus
