#pragma once

#include "engine/net/net_input.hpp"

// How a block of the kernel of all tensor cores shares a position out, and where it keeps what.

namespace isthmus {

// Tiles of 16 points that a warp computes, of all its channels at a time.
inline constexpr int kTiles = 3;

// How nets of some number of channels are shared out. Convolutions go through their weights in
// slices: those of one tap and kSliceInputs inputs, which lie in shared memory for all warps.
template <int kChannels>
struct MmaShape {
  static constexpr int kSliceInputs = kChannels % 64 == 0 ? 64 : 32;
  static constexpr int kWarpChannels = kChannels == 96 ? 48 : kChannels == 32 ? 32 : 64;
  static constexpr int kPairs = kWarpChannels / 16;  // of tiles of 8 channels, in a warp
  static constexpr int kSlices = 9 * kChannels / kSliceInputs;
  static constexpr int kSliceWords = kSliceInputs * kChannels / 8;  // of 16 bytes
};

// Activations in shared memory have zeros around them. Between rows there is one column of them,
// the right side of one and the left side of the next.
struct MmaFrame {
  __host__ __device__ explicit MmaFrame(const NetView& view)
      : rows(view.point_rows()), columns(view.point_columns()) {}

  __host__ __device__ int points() const { return rows * columns; }
  __host__ __device__ int stride() const { return columns + 1; }
  __host__ __device__ int places() const { return (rows + 2) * stride() + 1; }
  // Where a point lies, points counted by rows.
  __host__ __device__ int place(int point) const { return point + point / columns + stride() + 1; }

  int rows, columns;
};

// Where things are in a block's shared memory, in bytes.
struct MmaMemory {
  __host__ __device__ MmaMemory(const MmaFrame& frame, int channels, int slice_words,
                                int point_warps) {
    x = take(frame.places() * channels * 2);
    y = take(frame.places() * channels * 2);
    stages = take(2 * slice_words * 16);
    summary = take(3 * channels * 4);
    partial = take(point_warps * 2 * channels * 4);
    points = take(frame.places());
  }

  int bytes = 0;
  int x, y;     // by [place][channel], binary16, chunks of channels exchanged as swizzle() says
  int stages;   // two slices of weights
  int summary;  // by channel: mean, greatest, and what the pooling adds
  int partial;  // by [warp][sum or greatest][channel]
  int points;   // by place: a byte of planes

 private:
  __host__ __device__ int take(int size) {
    const int begin = bytes;
    bytes += (size + 127) / 128 * 128;
    return begin;
  }
};

__host__ __device__ inline int point_warps(const MmaFrame& frame) {
  return (frame.points() + 16 * kTiles - 1) / (16 * kTiles);
}

}  // namespace isthmus
