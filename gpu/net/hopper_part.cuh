#pragma once

#include <cstdint>

#include "gpu/net/hopper_instructions.cuh"
#include "gpu/net/hopper_kernel.hpp"
#include "gpu/net/hopper_multiply.cuh"
#include "gpu/net/hopper_ring.cuh"

namespace isthmus {

inline constexpr int kGroupThreads = 128;
inline constexpr int kGroupWarps = kGroupThreads / 32;

// What is the same for all lanes of a warp, so that the compiler knows it.
__device__ inline int same_in_warp(int value) { return __shfl_sync(0xffffffff, value, 0); }

// A part of a position as a warpgroup computes it: the sums of a band of channels at kPlaces
// places, on their way from products to shared memory. Rows of products are output channels,
// columns places, so that a lane has the sums of two channels: [4 * j + 2 * half + i] is channel 16
// * warp
// + 8 * half + lane / 4 of the band at place 8 * j + 2 * (lane % 4) + i.
//
// In fp8 activations are in memory twice: x as binary16, to which blocks add and which the heads
// read, and, where y is otherwise, first x8 and behind it y8, which convolutions read: by
// [chunk][place] [16 channels], in the order that hopper_weights.hpp has for inputs.
//
// Where kBlocks blocks share a position, each has some parts of it in its memory, in their order,
// and of the others' what taps read at its edges.
template <NetPrecision kPrecision, int kChannels, int kPlaces, int kParts, int kPositions,
          int kBlocks>
class HopperPart {
 public:
  static constexpr bool kIsFp8 = kPrecision == NetPrecision::fp8;
  static constexpr int kBands = kChannels / kHopperBand;
  static constexpr int kBlockParts = kParts / kBlocks;
  static constexpr int kPositionGroups = kBands * kBlockParts;  // in this block
  static constexpr int kTileChunks = kHopperTileInputs / 8;
  static constexpr int kEighths = kPlaces / 8;

  const HopperFrame frame;
  const HopperMemory memory;
  HopperRing ring;
  const int thread, warp, lane;  // of the group
  const int group;               // of the block: [position][part][band]
  const int block;               // of those that share the position
  const int band;
  const int first_place;
  const std::uint32_t x,
      y;  // addresses of the activations and of what lies between two convolutions
  const std::uint32_t x_inputs, y_inputs;  // what convolutions read of them

  __device__ __forceinline__ HopperPart(const HopperTask& task, char* shared, HopperRing weights)
      : frame(task.view),
        memory(frame, task.net, kChannels, kPlaces, kParts, kPositions, kBlocks, task.stages),
        ring(weights),
        thread(static_cast<int>(threadIdx.x) % kGroupThreads),
        warp(same_in_warp(thread / 32)),
        lane(thread % 32),
        group(same_in_warp(static_cast<int>(threadIdx.x) / kGroupThreads)),
        block(kBlocks > 1 ? same_in_warp(cluster_rank()) : 0),
        band(group % kBands),
        first_place((block * kBlockParts + group / kBands % kBlockParts) * kPlaces),
        x(address_in_shared(shared) + memory.boards +
          group / kPositionGroups * 2 * memory.activation_bytes),
        y(x + memory.activation_bytes),
        x_inputs(kIsFp8 ? y : x),
        y_inputs(kIsFp8 ? y + static_cast<std::uint32_t>(kChannels / 16 * memory.pitch) * 16 : y),
        own_(shared + memory.groups + (block * kPositionGroups + group) * memory.group_bytes) {
    for (int e = 0; e < kPlaces / 4; ++e) {
      const int place = first_place + e / 2 * 8 + lane % 4 * 2 + e % 2;
      if (frame.has_point(place)) point_bits_ |= std::uint64_t{1} << e;
    }
    for (int i = 0; 32 * i < kPlaces; ++i) {
      const int place = 32 * i + lane;
      if (place < kPlaces && !frame.has_point(first_place + place)) zero_bits_ |= 1U << i;
    }
  }

  template <class T>
  __device__ __forceinline__ T* own(int offset) const {
    return reinterpret_cast<T*>(own_ + offset);
  }
  // The number in the position.
  __device__ __forceinline__ int group_number() const {
    return block * kPositionGroups + group % kPositionGroups;
  }
  // Another warpgroup's, by its number in the position.
  template <class T>
  __device__ __forceinline__ T* of_group(int number, int offset) const {
    return reinterpret_cast<T*>(own_ + (number - group_number()) * memory.group_bytes + offset);
  }
  // The first channel of a lane; the second is 8 beyond.
  __device__ __forceinline__ int channel() const {
    return kHopperBand * band + 16 * warp + lane / 4;
  }
  // How many points this part has.
  __device__ __forceinline__ int point_count() const {
    int count = __popcll(point_bits_);
    for (int lanes = 1; lanes < 4; lanes *= 2) count += __shfl_xor_sync(0xffffffff, count, lanes);
    return count;
  }
  // Whether the lane's sums [4 * (e / 2) + 2 * half + e % 2] belong to a point.
  __device__ __forceinline__ bool has_point(int e) const { return point_bits_ >> e & 1; }

  __device__ __forceinline__ void meet_group() const { wait_for_threads(1 + group, kGroupThreads); }
  // All of the block that compute the position.
  __device__ __forceinline__ void sync_position() const {
    if constexpr (kPositionGroups == 1) {
      meet_group();
    } else {
      wait_for_threads(1 + kPositions * kPositionGroups + group / kPositionGroups,
                       kPositionGroups * kGroupThreads);
    }
  }
  // Where what a group has of the next summary lies. Blocks that do not lie side by side may be one
  // summary ahead of each other.
  __device__ __forceinline__ int partial() const {
    return memory.partial + (kBlocks > 1 && has_turned_ ? HopperMemory::kPartialBytes : 0);
  }
  // By a whole warp, whose lanes have a channel of the band by fours, the same by all of them:
  // hands the sum and the greatest to all blocks that share the position.
  __device__ __forceinline__ void store_partial(int of_band, float sum, float greatest) {
    const int to = lane % 4, at = partial() + 8 * of_band;
    if constexpr (kBlocks == 1) {
      if (to == 0) *reinterpret_cast<float2*>(own_ + at) = {sum, greatest};
    } else if (to < kBlocks) {
      ring.swap(sums_number()).store_at(to, address_in_shared(own_) + at, float2{sum, greatest});
    }
  }
  // Waits for those of all groups of the position.
  __device__ __forceinline__ void wait_for_partials() {
    if constexpr (kBlocks > 1) {
      wait_for_swap(sums_number(), kBlocks * kPositionGroups * HopperMemory::kPartialBytes,
                    group == 0);
    }
    sync_position();
  }
  // What partial() says is of the summary after this one.
  __device__ __forceinline__ void turn_partials() { has_turned_ = !has_turned_; }
  // Signals to all blocks of the cluster that this warp no longer needs the tile.
  __device__ __forceinline__ void release(PhaseBarrier empty) const {
    __syncwarp();
    if (lane < hopper_cluster(kBlocks)) empty.arrive_at(lane);
  }

  // From the beginning of activations to a chunk of 8 channels at a place.
  __device__ __forceinline__ std::uint32_t offset(int chunk, int place) const {
    return static_cast<std::uint32_t>(frame.halo() + chunk * memory.pitch + place) * 16;
  }
  // What this lane gives as an address of blocks: of the first 16 places of the part.
  __device__ __forceinline__ std::uint32_t block_offset() const {
    return offset(kHopperBand / 8 * band + 2 * warp + lane / 8 % 2,
                  first_place + lane / 16 * 8 + lane % 8);
  }

  // The first channels of activations at the places of this part.
  __device__ __forceinline__ std::uint32_t matrix_of(std::uint32_t activations) const {
    return matrix_at(activations, memory.pitch) +
           static_cast<std::uint32_t>(frame.halo() + first_place);
  }

  // Waits for the next tile, which is to be multiplied.
  __device__ __forceinline__ void begin_tile() {
    ring.full().wait(ring.parity);
    begin_multiplications();
  }
  // Starts the product of kCount chunks of the tile, from this one on, with chunks of activations.
  template <NetPrecision kOf, int kCount>
  __device__ __forceinline__ void multiply_chunks(int first, std::uint32_t chunks, bool is_added) {
    const std::uint32_t weights =
        matrix_at(ring.tile(), kChannels) + kHopperBand * band + first * kChannels;
#pragma unroll
    for (int chunk = 0; chunk < kCount; chunk += 2) {
      multiply<kOf, kPlaces>(sums, weights + chunk * kChannels,
                             chunks + static_cast<std::uint32_t>(chunk * memory.pitch),
                             is_added || chunk > 0);
    }
  }
  // Starts the product of the next tile, of binary16, with chunks of activations.
  template <int kCount>
  __device__ __forceinline__ void multiply_tile(std::uint32_t chunks, bool is_added) {
    begin_tile();
    multiply_chunks<NetPrecision::bits16, kCount>(0, chunks, is_added);
    end_multiplications();
  }
  // Waits for the product of the current tile, and goes on to the next.
  __device__ __forceinline__ void end_tile() {
    wait_for_multiplications<0>();
    release(ring.empty());
    ring.advance();
  }

  // Reads the biases, and the scales, of the next convolution, long before they are needed; biases
  // are then those of the layer behind it.
  __device__ __forceinline__ void take_biases(const float*& biases) {
    for (int half = 0; half < 2; ++half) {
      layer_biases[half] = biases[channel() + 8 * half];
      if constexpr (kIsFp8) scales_[half] = biases[kChannels + channel() + 8 * half];
    }
    biases += kIsFp8 ? 2 * kChannels : kChannels;
  }
  __device__ __forceinline__ void forget_biases() {
    for (int half = 0; half < 2; ++half) {
      layer_biases[half] = 0;
      scales_[half] = 1;
    }
  }
  // By what the sums of a channel are to be multiplied.
  __device__ __forceinline__ float scale(int half) const {
    if constexpr (kIsFp8) return scales_[half];
    return 1;
  }
  // Calls visit(words, j) for two blocks of 8 places at a time, the j-th and the next, and perhaps
  // for a last one; words[2 * k + half] is to be the block j + k of the lane's channels, two places
  // in a word, and is written to or read from memory by visit.
  template <class Visit>
  __device__ __forceinline__ void for_each_blocks(Visit&& visit) {
#pragma unroll
    for (int j = 0; j + 1 < kEighths; j += 2) {
      std::uint32_t words[4];
      visit(words, j);
    }
    if constexpr (kEighths % 2 == 1) {
      std::uint32_t words[2];
      visit(words, kEighths - 1);
    }
  }
  __device__ __forceinline__ float sum(int j, int half, int i) const {
    return sums[4 * j + 2 * half + i] * scale(half) + layer_biases[half];
  }

  // y = relu(sums + biases), for convolutions alone
  __device__ __forceinline__ void store_y() {
    if constexpr (kIsFp8) {
      const std::uint32_t to = y_inputs + float8_offset(lane % 16);
      for_each_blocks([&](auto& words, int j) {
        std::uint32_t packed[sizeof(words) / 8];
#pragma unroll
        for (int k = 0; k < static_cast<int>(sizeof(words) / 8); ++k) {
          packed[k] = rectified_float8(sum(j + k, 0, 0), sum(j + k, 1, 0), sum(j + k, 0, 1),
                                       sum(j + k, 1, 1));
        }
        store_blocks(to + j * 128, packed);
      });
      end_store_float8(y_inputs);
    } else {
      store(y);
      end_store(y);
    }
  }
  // x = relu(sums + biases)
  __device__ __forceinline__ void store_x() {
    // Other warps may still read inputs where x is to be in fp8.
    if constexpr (kIsFp8) sync_position();
    store(x);
    end_x();
  }
  // Begins to read what the next add_to_x() adds to, while the last products are computed.
  __device__ __forceinline__ void fetch_x() {
    if constexpr (kBlocks == 1) return;
    const std::uint32_t from = x + block_offset();
    for_each_blocks([&](auto& words, int j) {
      load_blocks(from + j * 128, words);
#pragma unroll
      for (int i = 0; i < static_cast<int>(sizeof(words) / 4); ++i) fetched_[2 * j + i] = words[i];
    });
  }
  // x = relu(x + sums + biases)
  __device__ __forceinline__ void add_to_x() {
    store_added(x);
    end_x();
  }
  // sums = x
  __device__ __forceinline__ void load_x() { load(x); }

  float sums[kPlaces / 2];
  float layer_biases[2];  // of the lane's channels, in the layer that is under way

 private:
  __device__ __forceinline__ int sums_number() const { return kHopperSums + (has_turned_ ? 1 : 0); }
  // What this lane gives as an address in fp8: of the group's warp's channels at a place of the
  // part.
  __device__ __forceinline__ std::uint32_t float8_offset(int place) const {
    return offset(kHopperBand / 16 * band + warp, first_place + place);
  }
  // activations = relu(sums + biases)
  __device__ __forceinline__ void store(std::uint32_t activations) {
    const std::uint32_t to = activations + block_offset();
    for_each_blocks([&](auto& words, int j) {
#pragma unroll
      for (int i = 0; i < static_cast<int>(sizeof(words) / 4); ++i) {
        words[i] = rectified_word(sum(j + i / 2, i % 2, 0), sum(j + i / 2, i % 2, 1));
      }
      store_blocks(to + j * 128, words);
      store_float8(words, j);
    });
  }
  // activations = relu(activations + sums + biases)
  __device__ __forceinline__ void store_added(std::uint32_t activations) {
    const std::uint32_t to = activations + block_offset();
    for_each_blocks([&](auto& words, int j) {
      if constexpr (kBlocks == 1) load_blocks(to + j * 128, words);
#pragma unroll
      for (int i = 0; i < static_cast<int>(sizeof(words) / 4); ++i) {
        if constexpr (kBlocks > 1) words[i] = fetched_[2 * j + i];
        words[i] =
            rectified_sums(words[i], word_of(sum(j + i / 2, i % 2, 0), sum(j + i / 2, i % 2, 1)));
      }
      store_blocks(to + j * 128, words);
      store_float8(words, j);
    });
  }
  // Of binary16 what goes to x, as fp8.
  template <class Words>
  __device__ __forceinline__ void store_float8(const Words& words, int j) {
    if constexpr (kIsFp8) {
      constexpr int kCount = sizeof(Words) / 8;
      std::uint32_t packed[kCount];
#pragma unroll
      for (int k = 0; k < kCount; ++k) {
        packed[k] = rectified_float8(words[2 * k], words[2 * k + 1]);
      }
      store_blocks(x_inputs + float8_offset(lane % 16) + j * 128, packed);
    }
  }
  __device__ __forceinline__ void end_x() {
    if constexpr (kIsFp8) {
      end_store_float8(x_inputs);
    } else {
      end_store(x);
    }
  }
  // Writes zeros where there are no points; then all of the activations may be read. Of x as
  // binary16 nothing is read there.
  __device__ __forceinline__ void end_store_float8(std::uint32_t inputs) {
    __syncwarp();
    const std::uint32_t first = inputs + float8_offset(lane);
#pragma unroll
    for (int i = 0; 32 * i < kPlaces; ++i) {
      if (zero_bits_ >> i & 1) store_zeros(first + i * 512);
    }
    swap_edges<1>(inputs == x_inputs ? kHopperEdgesOfX : kHopperEdgesOfY,
                  inputs + float8_offset(-first_place));
    publish_stores();
    sync_position();
  }
  // Likewise, in binary16.
  __device__ __forceinline__ void end_store(std::uint32_t activations) {
    __syncwarp();
    const std::uint32_t first =
        activations + offset(kHopperBand / 8 * band + 2 * warp, first_place + lane);
#pragma unroll
    for (int i = 0; 32 * i < kPlaces; ++i) {
      if ((zero_bits_ >> i & 1) == 0) continue;
      store_zeros(first + i * 512);
      store_zeros(first + i * 512 + static_cast<std::uint32_t>(memory.pitch) * 16);
    }
    swap_edges<2>(activations == x ? kHopperEdgesOfX : kHopperEdgesOfY,
                  activations + offset(kHopperBand / 8 * band + 2 * warp, 0));
    publish_stores();
    sync_position();
  }
  // Where the position goes on in other blocks: stores there what taps read of this part, and waits
  // until what they read of the others' has come. The address is that of this warp's channels,
  // kChunks chunks, at place 0.
  template <int kChunks>
  __device__ __forceinline__ void swap_edges(int number, std::uint32_t channels) {
    if constexpr (kBlocks == 1) return;
    // One warpgroup would wait for what another is to be sent.
    static_assert(kBlocks <= 2 || kBlockParts == 1);
    const int part = group / kBands, count = kChunks * frame.halo();
    const bool is_first = block > 0 && part == 0;
    const bool is_last = block + 1 < kBlocks && part + 1 == kBlockParts;
    if (!is_first && !is_last) return;
    __syncwarp();
    for (int i = lane + (is_first ? 0 : count); i < (is_last ? 2 : 1) * count; i += 32) {
      const int to = i < count ? block - 1 : block + 1;
      const int of_edge = i < count ? i : i - count;
      const int chunk = of_edge < frame.halo() ? 0 : 1;
      const int place = (i < count ? block : block + 1) * kBlockParts * kPlaces -
                        (i < count ? 0 : frame.halo()) + of_edge - chunk * frame.halo();
      const auto address = channels + static_cast<std::uint32_t>(chunk * memory.pitch + place) * 16;
      ring.swap(number).store_at(to, address, load_words(address));
    }
    const int edges = (is_first ? 1 : 0) + (is_last ? 1 : 0);
    wait_for_swap(number, edges * kBands * kGroupWarps * count * 16, band == 0);
  }
  // Waits for bytes from other blocks; one warpgroup `expects` them.
  __device__ __forceinline__ void wait_for_swap(int number, int bytes, bool expects) {
    const PhaseBarrier barrier = ring.swap(number);
    if (expects && thread == 0) barrier.arrive_and_expect(bytes);
    barrier.wait(swap_parities_ >> number & 1);
    swap_parities_ ^= 1 << number;
  }
  // sums = activations
  __device__ __forceinline__ void load(std::uint32_t activations) {
    const std::uint32_t from = activations + block_offset();
    for_each_blocks([&](auto& words, int j) {
      load_blocks(from + j * 128, words);
#pragma unroll
      for (int i = 0; i < static_cast<int>(sizeof(words) / 4); ++i) {
        const float2 numbers = numbers_of(words[i]);
        sums[4 * (j + i / 2) + 2 * (i % 2)] = numbers.x;
        sums[4 * (j + i / 2) + 2 * (i % 2) + 1] = numbers.y;
      }
    });
  }

  int swap_parities_ = 0;    // bits: of the phases that are waited for next
  bool has_turned_ = false;  // partial()
  std::uint32_t fetched_[kBlocks > 1 ? kPlaces / 4 : 1];  // of x, by fetch_x()
  float scales_[2];  // of fp8: by which sums of the lane's channels are to be multiplied
  char* const own_;
  std::uint64_t point_bits_ = 0;  // has_point()
  unsigned zero_bits_ = 0;        // by i: no point is at place 32 * i + lane
};

}  // namespace isthmus
