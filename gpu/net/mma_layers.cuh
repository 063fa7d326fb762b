#pragma once

#include <cstdint>

#include "gpu/net/mma_heads.cuh"
#include "gpu/net/mma_net_kernel.hpp"
#include "gpu/net/mma_part.cuh"

namespace isthmus {

// The layers of a net, one after the other, for a warp's part of a position.
template <int kChannels>
class MmaLayers {
  using Shape = MmaShape<kChannels>;
  static constexpr int kRowBytes = kChannels * 2;
  static constexpr int kPairs = Shape::kPairs;

 public:
  __device__ __forceinline__ MmaLayers(const MmaWeights& net, const NetView& view, char* shared)
      : net_(net), part_(view, shared) {}

  __device__ __forceinline__ void run(const std::uint8_t* points, float* outputs) {
    fetch_slice();
    read_points(points);
    __syncthreads();
    convolve_input();
    const float* pool_biases = net_.biases + (1 + 2 * net_.blocks) * kChannels;
    const __half2* pool_weights = net_.pools;
    for (int block = 0; block < net_.blocks; ++block) {
      const float* biases = net_.biases + (1 + 2 * block) * kChannels;
      convolve(part_.memory.x);
      part_.add_biases(biases);
      if (net_.pooled_blocks >> block & 1) {
        part_.rectified_summary();
        part_.apply(pool_weights, pool_biases, kChannels, part_.added());
        __syncthreads();
        part_.add_biases(part_.added());
        pool_weights += kChannels * kChannels;
        pool_biases += kChannels;
      }
      part_.store(part_.memory.y);
      convolve(part_.memory.y);
      part_.add_biases(biases + kChannels);
      part_.add_stored(part_.memory.x);
      part_.store(part_.memory.x);
    }
    part_.rectified_summary();
    read_heads(part_, net_, pool_biases, outputs);
  }

 private:
  // Starts to bring the next slice of weights, if there is one, to where the slice before the
  // current one lies.
  __device__ __forceinline__ void fetch_slice() {
    if (fetched_ == 2 * net_.blocks * Shape::kSlices) return;
    const uint4* from = net_.convolutions + static_cast<std::size_t>(fetched_) * Shape::kSliceWords;
    const std::uint32_t to =
        part_.address + part_.memory.stages + (fetched_ & 1) * Shape::kSliceWords * 16;
    for (int i = static_cast<int>(threadIdx.x); i < Shape::kSliceWords;
         i += static_cast<int>(blockDim.x)) {
      copy_async(to + i * 16, from + i);
    }
    ++fetched_;
  }

  // Clears the activations and brings the planes.
  __device__ __forceinline__ void read_points(const std::uint8_t* points) {
    for (int i = static_cast<int>(threadIdx.x); i < part_.memory.stages / 16;
         i += static_cast<int>(blockDim.x)) {
      part_.template at<uint4>(part_.memory.x)[i] = uint4{};
    }
    for (int i = static_cast<int>(threadIdx.x); i < part_.frame.places();
         i += static_cast<int>(blockDim.x)) {
      const int row = i / part_.frame.stride() - 1, column = i % part_.frame.stride() - 1;
      const bool is_point = row >= 0 && row < part_.frame.rows && column >= 0;
      part_.template at<std::uint8_t>(part_.memory.points)[i] =
          is_point ? points[row * part_.frame.columns + column] : std::uint8_t{0};
    }
  }

  // x = relu(input(planes))
  __device__ __forceinline__ void convolve_input() {
    part_.clear_sums();
    for (int step = 0; step < net_.input_steps; ++step) {
      uint4 weights[kPairs];
      for (int pair = 0; pair < kPairs; ++pair) {
        weights[pair] =
            net_.input[(step * kChannels / 16 + part_.first_channel / 16 + pair) * 32 + part_.lane];
      }
      // A word of a fragment is two neighbouring planes at a point, seen through a tap. Taps beyond
      // the ninth have no weight.
      const int tap = 4 * (step % 3) + part_.lane % 4 / 2;
      const int first_plane = 4 * (step / 3) + part_.lane % 2 * 2;
      for (int tile = 0; tile < kTiles; ++tile) {
        InputFragment planes;
        for (int word = 0; word < 4; ++word) {
          const int place = max(0, static_cast<int>(part_.sum_places[tile][word % 2]));
          const int from = place + shift(min(8, tap + word / 2 * 2));
          const unsigned bits =
              part_.template at<std::uint8_t>(part_.memory.points)[max(0, from)] >> first_plane;
          planes.words[word] = (bits & 1) * 0x3c00u + (bits >> 1 & 1) * 0x3c000000u;
        }
        part_.multiply_add_pairs(tile, planes, weights);
      }
    }
    part_.add_biases(net_.biases);
    part_.store(part_.memory.x);
  }

  // From a place to the one that a tap of a convolution reads.
  __device__ __forceinline__ int shift(int tap) const {
    return (tap / 3 - 1) * part_.frame.stride() + tap % 3 - 1;
  }

  // Sums the next convolution up, of the activations there.
  __device__ __forceinline__ void convolve(int activations) {
    part_.clear_sums();
    for (int tap = 0; tap < 9; ++tap) {
      std::uint32_t rows[kTiles];
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
        const int place = part_.load_places[tile] + shift(tap);
        rows[tile] = part_.address + activations + place * kRowBytes +
                     (part_.lane / 16 * 16 ^ part_.swizzle(place));
      }
#pragma unroll
      for (int first = 0; first < kChannels; first += Shape::kSliceInputs) {
        // The slice has come, and no thread uses the one before it.
        wait_for_copies();
        __syncthreads();
        const uint4* slice =
            part_.template at<uint4>(part_.memory.stages) + (fetched_ & 1 ^ 1) * Shape::kSliceWords;
        fetch_slice();
#pragma unroll
        for (int step = 0; step < Shape::kSliceInputs / 16; ++step) {
          uint4 weights[kPairs];
#pragma unroll
          for (int pair = 0; pair < kPairs; ++pair) {
            weights[pair] =
                slice[(step * kChannels / 16 + part_.first_channel / 16 + pair) * 32 + part_.lane];
          }
#pragma unroll
          for (int tile = 0; tile < kTiles; ++tile) {
            part_.multiply_add_pairs(tile, load_fragment((rows[tile] ^ step * 32) + first * 2),
                                     weights);
          }
        }
      }
    }
  }

  const MmaWeights& net_;
  MmaPart<kChannels> part_;
  int fetched_ = 0;  // slices of weights
};

}  // namespace isthmus
