#pragma once

#include <cstdint>

#include "gpu/net/hopper_part.cuh"

namespace isthmus {

// The first of the barriers by which positions of a block signal each other that it is their turn.
inline constexpr int kStaggerBarrier = 10;

// The layers of a net, one after the other, for a warpgroup's part of a position.
template <NetPrecision kPrecision, int kChannels, int kPlaces, int kParts, int kPositions,
          int kBlocks>
class HopperLayers {
  using Part = HopperPart<kPrecision, kChannels, kPlaces, kParts, kPositions, kBlocks>;
  static constexpr int kBands = Part::kBands;
  static constexpr int kPositionGroups = Part::kPositionGroups;
  static constexpr int kTileChunks = Part::kTileChunks;
  // A convolution multiplies some chunks of a tile by what one tap reads at a time.
  static constexpr int kTapChunks = kChannels / (Part::kIsFp8 ? 16 : 8);
  static constexpr int kRunChunks = kTapChunks < kTileChunks ? kTapChunks : kTileChunks;
  static constexpr int kTapRuns = kTapChunks / kRunChunks, kTileRuns = kTileChunks / kRunChunks;
  static constexpr int kStaggerTile = kHopperStaggerTap / kTileRuns;
  // Planes that a thread reads.
  static constexpr int kPlanes =
      (kPlaces + 2 * hopper_max_halo(kParts * kPlaces) + kGroupThreads - 1) / kGroupThreads;

 public:
  __device__ __forceinline__ HopperLayers(const HopperTask& task, char* shared, HopperRing ring)
      : task_(task), net_(task.net), part_(task, shared, ring) {
    for (int i = 0; i < kPlanes; ++i) {
      const int place = part_.first_place + i * kGroupThreads + part_.thread - part_.frame.halo();
      const int row = part_.frame.row_of(place), column = part_.frame.column_of(place);
      sources_[i] = part_.frame.has_point(place) ? row * part_.frame.columns + column : -1;
    }
  }

  // Starts to read the planes of the next position, of this part and of the places around it.
  __device__ __forceinline__ void fetch_points(const std::uint8_t* points) {
#pragma unroll
    for (int i = 0; i < kPlanes; ++i) planes_[i] = sources_[i] < 0 ? 0 : points[sources_[i]];
  }

  // Computes the position that was fetched, and fetches the next one unless that is null. Where
  // is_staggered, positions of a block begin one after the other. Where blocks share the position,
  // arrives at the cluster when it no longer signals to the others.
  __device__ __forceinline__ void run(float* outputs, const std::uint8_t* next, bool is_staggered) {
    const float* biases = net_.biases;
    write_points();
    convolve_input(biases);
    if (next != nullptr) fetch_points(next);
    const int slot = part_.group / kPositionGroups;
    if (is_staggered && slot > 0) {
      wait_for_threads(kStaggerBarrier + slot, 2 * kPositionGroups * kGroupThreads);
    }
    stagger_tile_ = is_staggered && slot + 1 < kPositions ? kStaggerTile : -1;
    for (int block = 0; block < net_.blocks; ++block) {
      convolve<false>(part_.x_inputs, biases);
      if (net_.pooled_blocks >> block & 1) {
        take_vector_bias(kChannels, biases);
        summarise();
        apply(kChannels, biases);
        for (int half = 0; half < 2; ++half) {
          part_.layer_biases[half] += vectors()[part_.channel() + 8 * half];
        }
      }
      part_.store_y();
      convolve<true>(part_.y_inputs, biases);
      part_.add_to_x();
    }
    part_.load_x();
    part_.forget_biases();
    take_vector_bias(net_.policy_channels + net_.value_hidden, biases);
    take_head_weights();
    summarise();
    read_heads(biases, outputs);
  }

  // Lets the tiles of a position pass by.
  __device__ __forceinline__ void skip() {
    for (int tile = 0; tile < net_.tile_count; ++tile) {
      part_.ring.full().wait(part_.ring.parity);
      part_.release(part_.ring.empty());
      part_.ring.advance();
    }
  }

 private:
  __device__ __forceinline__ float* summary() const {
    return part_.template own<float>(part_.memory.summary);
  }
  // Those of the position, in this block.
  __device__ __forceinline__ float* vectors() const {
    return part_.template of_group<float>(part_.block * kPositionGroups, part_.memory.vectors);
  }

  __device__ __forceinline__ void write_points() {
    auto* const to = part_.template own<std::uint8_t>(part_.memory.points);
#pragma unroll
    for (int i = 0; i < kPlanes; ++i) {
      const int place = i * kGroupThreads + part_.thread;
      if (place < kPlaces + 2 * part_.frame.halo()) to[place] = planes_[i];
    }
    part_.meet_group();
  }

  // x = relu(input(planes)), by products of four planes each. What one sums over, 4 * tap + plane,
  // is written to y; taps beyond the ninth are zero.
  __device__ __forceinline__ void convolve_input(const float*& biases) {
    constexpr int kInputChunks = 6;
    part_.take_biases(biases);
    for (int tile = 0; tile < net_.input_tiles; ++tile) {
      if (tile > 0) part_.sync_position();  // all have read the last one
      write_taps<kInputChunks>(4 * tile);
      publish_stores();
      part_.sync_position();
      part_.template multiply_tile<kInputChunks>(part_.matrix_of(part_.y), tile > 0);
      part_.end_tile();
    }
    part_.store_x();
  }

  // Writes to y what the taps of each place read of four planes, from the first on.
  template <int kChunks>
  __device__ __forceinline__ void write_taps(int first) {
    constexpr int kBandChunks = kChunks / kBands;
    const std::uint8_t* planes = part_.template own<std::uint8_t>(part_.memory.points);
    for (int place = part_.thread; place < kPlaces; place += kGroupThreads) {
#pragma unroll
      for (int i = 0; i < kBandChunks; ++i) {
        const int chunk = part_.band * kBandChunks + i;
        std::uint32_t words[4] = {};
#pragma unroll
        for (int word = 0; word < 4; ++word) {
          const int tap = 2 * chunk + word / 2;
          const unsigned bits =
              tap > 8 ? 0
                      : planes[place + part_.frame.halo() + shift(tap)] >> (first + word % 2 * 2);
          words[word] = (bits & 1) * 0x3c00u + (bits >> 1 & 1) * 0x3c000000u;
        }
        asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(
                         part_.y + part_.offset(chunk, part_.first_place + place)),
                     "r"(words[0]), "r"(words[1]), "r"(words[2]), "r"(words[3])
                     : "memory");
      }
    }
  }

  // From a place to the one that a tap of a convolution reads.
  __device__ __forceinline__ int shift(int tap) const {
    return (tap / 3 - 1) * part_.frame.stride + tap % 3 - 1;
  }

  // sums = the next convolution of the activations there, which is added to x or not
  template <bool kIsAdded>
  __device__ __forceinline__ void convolve(std::uint32_t activations, const float*& biases) {
    part_.take_biases(biases);
    const std::uint32_t matrix = part_.matrix_of(activations);
    PhaseBarrier last{};
#pragma unroll(kTileRuns == 1 ? 1 : 3)
    for (int row = 0; row < 3; ++row) {
#pragma unroll
      for (int i = 0; i < 3 * kTapRuns; ++i) {
        const int column = i / kTapRuns, of_tap = i % kTapRuns;
        const int run = row * 3 * kTapRuns + i, of_tile = run % kTileRuns;
        const bool is_last = run + 1 == 9 * kTapRuns;
        if (of_tile == 0) part_.begin_tile();
        part_.template multiply_chunks<kPrecision, kRunChunks>(
            of_tile * kRunChunks,
            matrix + static_cast<std::uint32_t>((row - 1) * part_.frame.stride + column - 1 +
                                                of_tap * kRunChunks * part_.memory.pitch),
            row + i > 0);
        if (of_tile + 1 < kTileRuns && !is_last) continue;
        end_multiplications();
        const int tile = run / kTileRuns;
        if (tile == stagger_tile_) {
          pass_threads(kStaggerBarrier + part_.group / kPositionGroups + 1,
                       2 * kPositionGroups * kGroupThreads);
          stagger_tile_ = -1;
        }
        // The product of the tile before this one is done.
        wait_for_multiplications<1>();
        if (tile > 0) part_.release(last);
        last = part_.ring.empty();
        if (!is_last) part_.ring.advance();
      }
    }
    if constexpr (kIsAdded) part_.fetch_x();
    part_.end_tile();
  }

  // Writes the mean and the greatest of relu(scales * sums + biases) by channel.
  __device__ __forceinline__ void summarise() {
    const auto count = static_cast<float>(part_.point_count());
#pragma unroll
    for (int half = 0; half < 2; ++half) {
      // relu(scale * sum + scale * bias) = scale * (max(sum, -bias) + bias). Four chains of each
      // kind, so that none waits.
      const float bias = part_.layer_biases[half] / part_.scale(half);
      float sums[4] = {0, 0, 0, 0}, greatest[4] = {-bias, -bias, -bias, -bias};
#pragma unroll
      for (int e = 0; e < kPlaces / 4; ++e) {
        const float value = fmaxf(part_.sums[e / 2 * 4 + 2 * half + e % 2], -bias);
        if (!part_.has_point(e)) continue;
        sums[e % 4] += value;
        greatest[e % 4] = fmaxf(greatest[e % 4], value);
      }
      float sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
      float most = fmaxf(fmaxf(greatest[0], greatest[1]), fmaxf(greatest[2], greatest[3]));
#pragma unroll
      for (int lanes = 1; lanes < 4; lanes *= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, lanes);
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, lanes));
      }
      part_.store_partial(part_.channel() % kHopperBand + 8 * half,
                          (sum + count * bias) * part_.scale(half),
                          (most + bias) * part_.scale(half));
    }
    part_.wait_for_partials();
    if (part_.thread < kChannels) {
      float sum = 0, greatest = 0;
      for (int part = 0; part < kParts; ++part) {
        const int other = part * kBands + part_.thread / kHopperBand;
        const float2 of_part =
            part_.template of_group<float2>(other, part_.partial())[part_.thread % kHopperBand];
        sum += of_part.x;
        greatest = fmaxf(greatest, of_part.y);
      }
      summary()[part_.thread] = sum / static_cast<float>(part_.frame.points());
      summary()[kChannels + part_.thread] = greatest;
    }
    part_.turn_partials();
    part_.meet_group();
  }

  // Where nothing else goes on meanwhile: reads the biases that apply() adds in the warpgroup's
  // next four tiles from its `first` on, long before they are needed. Of the four lanes that share
  // an output each has that of another tile.
  __device__ __forceinline__ void take_vector_bias(int outputs, const float* biases,
                                                   int first = 0) {
    if constexpr (kBlocks == 1) return;
    const int tile = (first + part_.thread % 4) * kPositionGroups + part_.group % kPositionGroups;
    const int output = tile * kHopperVectorOutputs + part_.thread / 4;
    vector_bias_ = output < outputs ? biases[output] : 0;
  }
  // vectors = biases + weights * summary, for `outputs` outputs of the next tiles. The warpgroups
  // take turns with the tiles; four lanes share an output.
  __device__ __forceinline__ void apply(int outputs, const float*& biases) {
    const auto* pairs = reinterpret_cast<const float2*>(summary());
    for (int tile = 0; tile < outputs / kHopperVectorOutputs; ++tile) {
      const int output = tile * kHopperVectorOutputs + part_.thread / 4;
      const bool is_own = tile % kPositionGroups == part_.group % kPositionGroups;
      const int own = tile / kPositionGroups;  // among the warpgroup's
      float bias = 0;
      if constexpr (kBlocks == 1) {
        if (is_own) bias = biases[output];
      } else {
        if (is_own && own > 0 && own % 4 == 0) take_vector_bias(outputs, biases, own);
        bias = vector_bias_;
      }
      part_.ring.full().wait(part_.ring.parity);
      float sums[4] = {0, 0, 0, 0};
      if (is_own) {
#pragma unroll
        for (int i = 0; i < kChannels / 4; ++i) {
          const float2 weights = numbers_of(
              load_word(part_.ring.tile() +
                        static_cast<std::uint32_t>(i * kGroupThreads + part_.thread) * 4));
          const float2 inputs = pairs[4 * i + part_.thread % 4];
          sums[i % 4] += weights.x * inputs.x + weights.y * inputs.y;
        }
      }
      part_.release(part_.ring.empty());
      part_.ring.advance();
      if (!is_own) continue;
      float sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
      for (int lanes = 1; lanes < 4; lanes *= 2) sum += __shfl_xor_sync(0xffffffff, sum, lanes);
      // The lane that has its bias.
      if (part_.thread % 4 == (kBlocks == 1 ? 0 : own % 4)) vectors()[output] = sum + bias;
    }
    biases += outputs;
    part_.sync_position();
  }

  // Likewise what the heads multiply by at last: the weights of the first channels of the policy,
  // and of the value.
  __device__ __forceinline__ void take_head_weights() {
    if constexpr (kBlocks == 1) return;
    const int policy = net_.policy_channels;
    for (int i = 0; i < 2; ++i) {
      const int row = part_.channel() + 8 * i, hidden = part_.lane + 32 * i;
      policy_weights_[i] = row < policy ? net_.outputs[row] : 0;
      value_weights_[i] = hidden < net_.value_hidden ? net_.outputs[policy + hidden] : 0;
    }
  }
  // From x and its summary to the outputs.
  __device__ __forceinline__ void read_heads(const float* biases, float* outputs) {
    const int policy = net_.policy_channels, hidden = net_.value_hidden;
    const float* const out_biases = net_.outputs + policy + hidden;
    const float policy_bias = out_biases[0], value_bias = out_biases[1],
                ownership_bias = out_biases[2];
    apply(policy + hidden, biases);
    for (int first = 0; first <= policy; first += kChannels) {
#pragma unroll
      for (int band = 0; band < kBands; ++band) {
        part_.template multiply_tile<kTileChunks>(
            part_.matrix_of(part_.x) +
                static_cast<std::uint32_t>(band * kTileChunks * part_.memory.pitch),
            band > 0);
        part_.end_tile();
      }
      if (kBlocks > 1 && first + kChannels > policy) arrive_at_cluster();  // for the kernel's end
      read_rows(first);
    }
    // The last warp has least to do with rows of the policy.
    if (part_.warp == kGroupWarps - 1 && part_.group_number() == 0) {
      float value = 0;
      int i = part_.lane;
      if constexpr (kBlocks > 1) {
        for (const float weight : value_weights_) {
          if (i < hidden) value += fmaxf(0, vectors()[policy + i]) * weight;
          i += 32;
        }
      }
      for (; i < hidden; i += 32) {
        value += fmaxf(0, vectors()[policy + i]) * net_.outputs[policy + i];
      }
      for (int lanes = 1; lanes < 32; lanes *= 2) {
        value += __shfl_xor_sync(0xffffffff, value, lanes);
      }
      if (part_.lane == 0) outputs[0] = value + value_bias;
    }
    part_.sync_position();

    const NetView& view = task_.view;
    const auto cells = static_cast<int>(view.cells());
    const int of_band0 = part_.group_number() - part_.band;
    for (int i = part_.band * kGroupThreads + part_.thread; i < kPlaces;
         i += kBands * kGroupThreads) {
      const int place = part_.first_place + i;
      const int row = part_.frame.row_of(place) - view.ring;
      const int column = part_.frame.column_of(place) - view.ring;
      if (row < 0 || row >= view.rows || column < 0 || column >= view.columns) continue;
      float logit = policy_bias;
      for (int band = 0; band < kBands; ++band) {
        const float* of_band = part_.template of_group<float>(of_band0 + band, part_.memory.logits);
        for (int warp = 0; warp < kGroupWarps; ++warp) logit += of_band[warp * kPlaces + i];
      }
      const int owner = of_band0 + policy % kChannels / kHopperBand;
      const int cell = row * view.columns + column;
      outputs[1 + cell] = logit;
      outputs[1 + cells + cell] =
          part_.template of_group<float>(owner, part_.memory.ownership)[i] + ownership_bias;
    }
  }

  // From the sums of the policy's channels from `first` on, behind which the ownership comes: adds
  // what they add to the logits.
  __device__ __forceinline__ void read_rows(int first) {
    const int policy = net_.policy_channels;
    const auto place = [&](int e) { return e / 2 * 8 + part_.lane % 4 * 2 + e % 2; };
    const int row = first + part_.channel();
    if (row == policy || row + 8 == policy) {
      auto* const ownership = part_.template own<float>(part_.memory.ownership);
#pragma unroll
      for (int e = 0; e < kPlaces / 4; ++e) {
        const int at = e / 2 * 4 + e % 2;
        ownership[place(e)] = row == policy ? part_.sums[at] : part_.sums[at + 2];
      }
    }
    // Whole warps are of the policy, or none of their rows is.
    const bool is_policy = first + kHopperBand * part_.band + 16 * part_.warp < policy;
    if (is_policy) {
      float biases[2], weights[2];
      for (int half = 0; half < 2; ++half) {
        biases[half] = vectors()[row + 8 * half];
        weights[half] =
            kBlocks > 1 && first == 0 ? policy_weights_[half] : net_.outputs[row + 8 * half];
      }
#pragma unroll
      for (int e = 0; e < kPlaces / 4; ++e) {
        const int at = e / 2 * 4 + e % 2;
        float logit = fmaxf(0, part_.sums[at] + biases[0]) * weights[0] +
                      fmaxf(0, part_.sums[at + 2] + biases[1]) * weights[1];
#pragma unroll
        for (int lanes = 4; lanes < 32; lanes *= 2) {
          logit += __shfl_xor_sync(0xffffffff, logit, lanes);
        }
        part_.sums[at] = logit;
      }
    }
    if (part_.lane >= 4 || (!is_policy && first > 0)) return;
    float* const of_warp = part_.template own<float>(part_.memory.logits) + part_.warp * kPlaces;
#pragma unroll
    for (int e = 0; e < kPlaces / 4; ++e) {
      const float logit = is_policy ? part_.sums[e / 2 * 4 + e % 2] : 0.0F;
      of_warp[place(e)] = logit + (first == 0 ? 0.0F : of_warp[place(e)]);
    }
  }

  const HopperTask& task_;
  const HopperWeights& net_;
  Part part_;
  int sources_[kPlanes];  // where in the input the planes are; negative where there are none
  std::uint8_t planes_[kPlanes];                // of the next position
  float vector_bias_ = 0;                       // of apply(), by take_vector_bias()
  float policy_weights_[2], value_weights_[2];  // take_head_weights()
  int stagger_tile_ = -1;  // where the next position may begin; negative: nowhere
};

}  // namespace isthmus
