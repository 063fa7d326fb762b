#pragma once

#include <cstdint>

#include "gpu/net/mma_fragments.cuh"
#include "gpu/net/mma_memory.hpp"

namespace isthmus {

// A warp's part of a position: the sums of some of its channels at kTiles * 16 points, on their way
// from products to shared memory and back. The warps of a block share out the points, and where
// there are more than 64 channels these as well.
template <int kChannels>
class MmaPart {
  using Shape = MmaShape<kChannels>;
  static constexpr int kRowBytes = kChannels * 2;
  static constexpr int kPairs = Shape::kPairs;

 public:
  const NetView view;
  const MmaFrame frame;
  const MmaMemory memory;
  const std::uint32_t address;  // of the block's shared memory
  const int lane;
  const int point_warp;     // among those of the same channels
  const int first_channel;  // of this warp
  int load_places[kTiles];  // of the rows that this lane gives addresses for
  short sum_places[kTiles][2];

  __device__ __forceinline__ MmaPart(const NetView& shown, char* shared)
      : view(shown),
        frame(shown),
        memory(frame, kChannels, Shape::kSliceWords, point_warps(frame)),
        address(shared_address(shared)),
        lane(static_cast<int>(threadIdx.x) % 32),
        point_warp(static_cast<int>(threadIdx.x) / 32 % point_warps(frame)),
        first_channel(static_cast<int>(threadIdx.x) / 32 / point_warps(frame) *
                      Shape::kWarpChannels),
        shared_(shared) {
    for (int tile = 0; tile < kTiles; ++tile) {
      const int point = (point_warp * kTiles + tile) * 16 + lane % 16;
      // Rows beyond the points are computed as the first one, and not looked at.
      load_places[tile] = frame.place(point < frame.points() ? point : 0);
      for (int half = 0; half < 2; ++half) {
        const int sum_point = (point_warp * kTiles + tile) * 16 + half * 8 + lane / 4;
        sum_places[tile][half] =
            static_cast<short>(sum_point < frame.points() ? frame.place(sum_point) : -1);
      }
    }
  }

  template <class T>
  __device__ __forceinline__ T* at(int offset) const {
    return reinterpret_cast<T*>(shared_ + offset);
  }
  __device__ __forceinline__ float* mean() const { return at<float>(memory.summary); }
  __device__ __forceinline__ float* added() const { return mean() + 2 * kChannels; }

  // By how much the chunks of 8 channels are exchanged at a place, in bytes, so that the same chunk
  // of 8 places in a row lies in different banks.
  __device__ __forceinline__ static int swizzle(int place) {
    return Shape::kSliceInputs == 64 ? (place & 7) << 4 : (place >> 1 & 3) << 4;
  }
  // From the beginning of activations to two numbers at a place.
  __device__ __forceinline__ static int offset(int place, int channel) {
    constexpr int kBytes = Shape::kSliceInputs * 2;  // chunks are exchanged within as many
    const int byte = channel * 2;
    return place * kRowBytes + byte / kBytes * kBytes + (byte % kBytes ^ swizzle(place));
  }

  // Calls visit(two sums, place, channel) for the sums of this lane that belong to a point.
  template <class Visit>
  __device__ __forceinline__ void for_each_pair_of_sums(Visit&& visit) {
#pragma unroll
    for (int n = 0; n < 2 * kPairs; ++n) {
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          if (sum_places[tile][half] < 0) continue;
          visit(sums_[tile][n][2 * half], sums_[tile][n][2 * half + 1], sum_places[tile][half],
                channel(n));
        }
      }
    }
  }
  // The first of the two channels of this lane in a tile of 8.
  __device__ __forceinline__ int channel(int n) const {
    return first_channel + 8 * n + 2 * (lane % 4);
  }

  __device__ __forceinline__ void clear_sums() {
#pragma unroll
    for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
      for (int n = 0; n < 2 * kPairs; ++n) {
#pragma unroll
        for (int i = 0; i < 4; ++i) sums_[tile][n][i] = 0;
      }
    }
  }

  __device__ __forceinline__ void multiply_add_pairs(int tile, const InputFragment& inputs,
                                                     const uint4 (&weights)[kPairs]) {
#pragma unroll
    for (int pair = 0; pair < kPairs; ++pair) {
      multiply_add(sums_[tile][2 * pair], inputs, weights[pair].x, weights[pair].y);
      multiply_add(sums_[tile][2 * pair + 1], inputs, weights[pair].z, weights[pair].w);
    }
  }

  __device__ __forceinline__ void add_biases(const float* biases) {
#pragma unroll
    for (int n = 0; n < 2 * kPairs; ++n) {
      const float2 bias = *reinterpret_cast<const float2*>(biases + channel(n));
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
        sums_[tile][n][0] += bias.x;
        sums_[tile][n][1] += bias.y;
        sums_[tile][n][2] += bias.x;
        sums_[tile][n][3] += bias.y;
      }
    }
  }

  __device__ __forceinline__ void add_stored(int activations) {
    for_each_pair_of_sums([&](float& first, float& second, int place, int channel) {
      const float2 stored = __half22float2(*at<__half2>(activations + offset(place, channel)));
      first += stored.x;
      second += stored.y;
    });
  }

  __device__ __forceinline__ void store(int activations) {
    for_each_pair_of_sums([&](float first, float second, int place, int channel) {
      *at<__half2>(activations + offset(place, channel)) = rectified_halves(first, second);
    });
  }

  // Writes the mean and the greatest of the sums by channel, negative ones taken as zero.
  __device__ __forceinline__ void rectified_summary() {
    float* partial = at<float>(memory.partial) + point_warp * 2 * kChannels;
#pragma unroll
    for (int n = 0; n < 2 * kPairs; ++n) {
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        float sum = 0, greatest = 0;
#pragma unroll
        for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
          for (int half = 0; half < 2; ++half) {
            if (sum_places[tile][half] < 0) continue;
            const float value = fmaxf(0, sums_[tile][n][2 * half + i]);
            sum += value;
            greatest = fmaxf(greatest, value);
          }
        }
#pragma unroll
        for (int lanes = 4; lanes < 32; lanes *= 2) {
          sum += __shfl_xor_sync(0xffffffff, sum, lanes);
          greatest = fmaxf(greatest, __shfl_xor_sync(0xffffffff, greatest, lanes));
        }
        if (lane < 4) {
          partial[channel(n) + i] = sum;
          partial[kChannels + channel(n) + i] = greatest;
        }
      }
    }
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < kChannels; i += static_cast<int>(blockDim.x)) {
      float sum = 0, greatest = 0;
      for (int warp = 0; warp < point_warps(frame); ++warp) {
        const float* of_warp = at<float>(memory.partial) + warp * 2 * kChannels;
        sum += of_warp[i];
        greatest = fmaxf(greatest, of_warp[kChannels + i]);
      }
      mean()[i] = sum / static_cast<float>(frame.points());
      mean()[kChannels + i] = greatest;
    }
    __syncthreads();
  }

  // outputs = biases + weights * summary
  __device__ __forceinline__ void apply(const __half2* weights, const float* biases, int count,
                                        float* outputs) {
    for (int output = static_cast<int>(threadIdx.x); output < count;
         output += static_cast<int>(blockDim.x)) {
      float sum = biases[output];
#pragma unroll 16
      for (int pair = 0; pair < kChannels; ++pair) {
        const float2 weight = __half22float2(weights[pair * count + output]);
        sum += weight.x * mean()[2 * pair] + weight.y * mean()[2 * pair + 1];
      }
      outputs[output] = sum;
    }
  }

  // The cell at which this lane has sums; negative where there is none.
  __device__ __forceinline__ int cell_of(int tile, int half) const {
    const int point = (point_warp * kTiles + tile) * 16 + half * 8 + lane / 4;
    const int row = point / frame.columns - view.ring;
    const int column = point % frame.columns - view.ring;
    const bool is_cell = row >= 0 && row < view.rows && column >= 0 && column < view.columns;
    return is_cell ? row * view.columns + column : -1;
  }

 private:
  char* const shared_;
  float sums_[kTiles][2 * kPairs][4];
};

}  // namespace isthmus
