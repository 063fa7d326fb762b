#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <cuda_runtime.h>

#include "engine/net/net_input.hpp"
#include "gpu/net/net_precision.hpp"

// The kernels that compute nets on Hopper (compute capability 9.0). Compiled for sm_90a alone, and
// only to be started where that runs.

namespace isthmus {

// Weights come in tiles of one size, in the order in which they are used: all outputs of a layer by
// kHopperTileInputs inputs, or twice as many in fp8.
inline constexpr int kHopperTileInputs = 64;
ISTHMUS_HOST_DEVICE constexpr int hopper_tile_bytes(int channels) {
  return 2 * kHopperTileInputs * channels;
}
// Positions of a block take turns with the tensor cores: one begins its first convolution when the
// one before it has come to this tap of its own, and stores while that one multiplies.
inline constexpr int kHopperStaggerTap = 4;
// Blocks that share what comes of weights: each brings a part of every tile to all of them. They
// are in one cluster.
inline constexpr int kHopperCluster = 2;
// At the least: blocks that share a position are a cluster, too.
ISTHMUS_HOST_DEVICE constexpr int hopper_cluster(int blocks) {
  return blocks > kHopperCluster ? blocks : kHopperCluster;
}
// Signals between blocks that share a position: the edges of x are there, the edges of y are there,
// and the sums of a summary are there. Summaries take turns with the last two signals.
inline constexpr int kHopperEdgesOfX = 0, kHopperEdgesOfY = 1, kHopperSums = 2;
inline constexpr int kHopperSwaps = 4;
// Output channels that a warpgroup computes: a band.
inline constexpr int kHopperBand = 64;
// Outputs of a tile of a layer that goes from a position's summary.
inline constexpr int kHopperVectorOutputs = 32;
// How many places away a tap may read, of a position with room for `places` of them: a board has
// three rows of points at least, so that one row is a third of the places at most, and a little.
ISTHMUS_HOST_DEVICE constexpr int hopper_max_halo(int places) { return places / 3 + 2; }
// Tiles of weights that may lie in shared memory at a time.
inline constexpr int kHopperMaxStages = 16;

// A net in the memory of a device; hopper_weights.hpp has the orders.
struct HopperWeights {
  const std::uint16_t* tiles;
  const float* biases;
  const float* outputs;
  std::uint64_t pooled_blocks;  // bit by block
  int tile_count;
  int input_tiles;  // those of the input, of four planes each
  int blocks;
  int policy_channels;
  int value_hidden;  // a multiple of kHopperVectorOutputs
};

// How positions of some view are computed: by blocks of `positions` at a time, or one by
// several `blocks`, each by `parts` times as many warpgroups as there are bands of channels, which
// take `places` places of it.
struct HopperKernel {
  int channels;
  const void* function;  // takes HopperTask
  int places, parts, positions, blocks;

  int threads() const { return (channels / kHopperBand * parts / blocks * positions + 1) * 128; }
};

// What a launch is to do.
struct HopperTask {
  HopperWeights net;
  NetView view;
  const std::uint8_t* points;
  float* outputs;
  int positions;
  int stages;  // tiles of weights that shared memory has room for
};

// The kernels of a precision; of those that compute as many positions, those of fewer places first.
template <NetPrecision kPrecision>
std::span<const HopperKernel> hopper_kernels();
template <>
std::span<const HopperKernel> hopper_kernels<NetPrecision::bits16>();
template <>
std::span<const HopperKernel> hopper_kernels<NetPrecision::fp8>();

// Where the points of a view lie among the places of its activations: by rows, with a column of
// zeros behind each row, so that what a tap of a convolution reads is the same places further on.
struct HopperFrame {
  ISTHMUS_HOST_DEVICE explicit HopperFrame(const NetView& view)
      : rows(view.point_rows()),
        columns(view.point_columns()),
        stride(columns + 1),
        reciprocal_((1 << kBits) / stride + 1) {}

  // From the first point to the last.
  ISTHMUS_HOST_DEVICE int places() const { return rows * stride - 1; }
  ISTHMUS_HOST_DEVICE int points() const { return rows * columns; }
  // How far a tap reads before or behind a place.
  ISTHMUS_HOST_DEVICE int halo() const { return stride + 1; }

  // Of a place from 0 on; without a division, which is right as long as the product of the place
  // and the stride is below 2^kBits.
  ISTHMUS_HOST_DEVICE int row_of(int place) const { return place * reciprocal_ >> kBits; }
  ISTHMUS_HOST_DEVICE int column_of(int place) const { return place - row_of(place) * stride; }
  ISTHMUS_HOST_DEVICE bool has_point(int place) const {
    return place >= 0 && place < places() && column_of(place) < columns;
  }

  int rows, columns, stride;

 private:
  static constexpr int kBits = 20;
  int reciprocal_;
};

// A block's shared memory, in bytes: barriers, then stages of weights, activations, and what each
// warpgroup has for itself, those of other blocks that share a position included.
struct HopperMemory {
  ISTHMUS_HOST_DEVICE HopperMemory(const HopperFrame& frame, const HopperWeights& net, int channels,
                                   int places, int parts, int positions, int blocks,
                                   int stage_count)
      : pitch(parts * places + frame.halo()) {
    constexpr int kBarriers = 384;
    stages = kBarriers;
    activation_bytes = round(16 * (frame.halo() + channels / 8 * pitch));
    boards = stages + stage_count * hopper_tile_bytes(channels);
    summary = 0;
    partial = summary + 2 * 4 * channels;
    vectors = partial + (blocks > 1 ? 2 : 1) * kPartialBytes;
    const int heads = net.policy_channels + net.value_hidden;
    logits = vectors + 4 * (heads < channels ? channels : heads);
    ownership = logits + 4 * 4 * places;
    points = ownership + 4 * places;
    group_bytes = round(points + places + 2 * frame.halo());
    groups = boards + 2 * positions * activation_bytes;
    bytes = groups + positions * parts * (channels / kHopperBand) * group_bytes;
  }

  static constexpr int kPartialBytes = 2 * 4 * kHopperBand;

  int pitch;   // places between two chunks of channels of activations
  int stages;  // of a tile each
  int boards;  // by [position][x, y]: [chunk][place][8 channels], binary16 (hopper_part.cuh)
  int activation_bytes;  // of x, and of y
  int groups;            // by [position][part][band]
  int group_bytes;
  int bytes;

  // Within a warpgroup's:
  int summary;    // of the position, by channel: mean, greatest
  int partial;    // of its own places, by channel: sum, greatest; of blocks that share a position
                  // twice, by turns
  int vectors;    // what comes of a summary; the first warpgroup's, for all of the position
  int logits;     // of the policy, by [warp][place]
  int ownership;  // by place
  int points;     // a byte of planes by place, those before and behind included

 private:
  ISTHMUS_HOST_DEVICE static int round(int size) { return (size + 127) / 128 * 128; }
};

}  // namespace isthmus
