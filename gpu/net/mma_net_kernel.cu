#include <algorithm>
#include <array>

#include "gpu/net/mma_fragments.cuh"
#include "gpu/net/mma_net_kernel.hpp"

namespace isthmus {

namespace {

// Tiles of 16 points that a warp computes, of all its channels at a time.
constexpr int kTiles = 3;

// How nets of some number of channels are shared out. Convolutions go through their weights in
// slices: those of one tap and kSliceInputs inputs, which lie in shared memory for all warps.
template <int kChannels>
struct NetShape {
  static constexpr int kSliceInputs = kChannels % 64 == 0 ? 64 : 32;
  static constexpr int kWarpChannels = kChannels == 96 ? 48 : kChannels == 32 ? 32 : 64;
  static constexpr int kPairs = kWarpChannels / 16;  // of tiles of 8 channels, in a warp
  static constexpr int kSlices = 9 * kChannels / kSliceInputs;
  static constexpr int kSliceWords = kSliceInputs * kChannels / 8;  // of 16 bytes
};

// A picture in shared memory has zeros around it. Between rows there is one column of them, the
// right side of one and the left side of the next.
struct Frame {
  __host__ __device__ explicit Frame(const NetView& view)
      : rows(view.rows + 2), columns(view.columns + 2) {}

  __host__ __device__ int points() const { return rows * columns; }
  __host__ __device__ int stride() const { return columns + 1; }
  __host__ __device__ int places() const { return (rows + 2) * stride() + 1; }
  // Where a point lies, points counted by rows.
  __host__ __device__ int place(int point) const { return point + point / columns + stride() + 1; }

  int rows, columns;
};

// Where things are in a block's shared memory, in bytes.
struct NetMemory {
  __host__ __device__ NetMemory(const Frame& frame, int channels, int slice_words,
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

__host__ __device__ int point_warps(const Frame& frame) {
  return (frame.points() + 16 * kTiles - 1) / (16 * kTiles);
}

// A block that computes a picture. Its warps share out the points, kTiles * 16 for each, and where
// there are more than 64 channels these as well.
template <int kChannels>
class NetBlockRun {
  using Shape = NetShape<kChannels>;
  static constexpr int kRowBytes = kChannels * 2;
  static constexpr int kPairs = Shape::kPairs;

 public:
  __device__ __forceinline__ NetBlockRun(const MmaWeights& net, const NetView& view, char* shared)
      : net_(net),
        view_(view),
        frame_(view),
        memory_(frame_, kChannels, Shape::kSliceWords, point_warps(frame_)),
        shared_(shared),
        shared_address_(shared_address(shared)),
        lane_(static_cast<int>(threadIdx.x) % 32),
        point_warp_(static_cast<int>(threadIdx.x) / 32 % point_warps(frame_)),
        first_channel_(static_cast<int>(threadIdx.x) / 32 / point_warps(frame_) *
                       Shape::kWarpChannels) {
    for (int tile = 0; tile < kTiles; ++tile) {
      const int point = (point_warp_ * kTiles + tile) * 16 + lane_ % 16;
      // Rows beyond the points are computed as the first one, and not looked at.
      load_places_[tile] = frame_.place(point < frame_.points() ? point : 0);
      for (int half = 0; half < 2; ++half) {
        const int sum_point = (point_warp_ * kTiles + tile) * 16 + half * 8 + lane_ / 4;
        sum_places_[tile][half] =
            static_cast<short>(sum_point < frame_.points() ? frame_.place(sum_point) : -1);
      }
    }
  }

  __device__ __forceinline__ void run(const std::uint8_t* points, float* outputs) {
    fetch_slice();
    read_points(points);
    __syncthreads();
    convolve_input();
    const float* pool_biases = net_.biases + (1 + 2 * net_.blocks) * kChannels;
    const __half2* pool_weights = net_.pools;
    for (int block = 0; block < net_.blocks; ++block) {
      const float* biases = net_.biases + (1 + 2 * block) * kChannels;
      convolve(memory_.x);
      add_biases(biases);
      if (net_.pooled_blocks >> block & 1) {
        rectified_summary();
        apply(pool_weights, pool_biases, kChannels, added());
        __syncthreads();
        add_biases(added());
        pool_weights += kChannels * kChannels;
        pool_biases += kChannels;
      }
      store(memory_.y);
      convolve(memory_.y);
      add_biases(biases + kChannels);
      add_stored(memory_.x);
      store(memory_.x);
    }
    rectified_summary();
    read_heads(pool_biases, outputs);
  }

 private:
  template <class T>
  __device__ __forceinline__ T* at(int offset) const {
    return reinterpret_cast<T*>(shared_ + offset);
  }
  __device__ __forceinline__ float* mean() const { return at<float>(memory_.summary); }
  __device__ __forceinline__ float* added() const { return mean() + 2 * kChannels; }

  // By how much the chunks of 8 channels are exchanged at a place, in bytes, so that the same chunk
  // of 8 places in a row lies in different banks.
  __device__ __forceinline__ static int swizzle(int place) {
    return Shape::kSliceInputs == 64 ? (place & 7) << 4 : (place >> 1 & 3) << 4;
  }
  // From the beginning of a picture to two numbers at a place.
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
          if (sum_places_[tile][half] < 0) continue;
          visit(sums_[tile][n][2 * half], sums_[tile][n][2 * half + 1], sum_places_[tile][half],
                channel(n));
        }
      }
    }
  }
  // The first of the two channels of this lane in a tile of 8.
  __device__ __forceinline__ int channel(int n) const {
    return first_channel_ + 8 * n + 2 * (lane_ % 4);
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

  // Starts to bring the next slice of weights, if there is one, to where the slice before the
  // current one lies.
  __device__ __forceinline__ void fetch_slice() {
    if (fetched_ == 2 * net_.blocks * Shape::kSlices) return;
    const uint4* from = net_.convolutions + static_cast<std::size_t>(fetched_) * Shape::kSliceWords;
    const std::uint32_t to =
        shared_address_ + memory_.stages + (fetched_ & 1) * Shape::kSliceWords * 16;
    for (int i = static_cast<int>(threadIdx.x); i < Shape::kSliceWords;
         i += static_cast<int>(blockDim.x)) {
      copy_async(to + i * 16, from + i);
    }
    ++fetched_;
  }

  // Clears the pictures and brings the planes.
  __device__ __forceinline__ void read_points(const std::uint8_t* points) {
    for (int i = static_cast<int>(threadIdx.x); i < memory_.stages / 16;
         i += static_cast<int>(blockDim.x)) {
      at<uint4>(memory_.x)[i] = uint4{};
    }
    for (int i = static_cast<int>(threadIdx.x); i < frame_.places();
         i += static_cast<int>(blockDim.x)) {
      const int row = i / frame_.stride() - 1, column = i % frame_.stride() - 1;
      const bool is_point = row >= 0 && row < frame_.rows && column >= 0;
      at<std::uint8_t>(memory_.points)[i] =
          is_point ? points[row * frame_.columns + column] : std::uint8_t{0};
    }
  }

  // x = relu(input(planes))
  __device__ __forceinline__ void convolve_input() {
    clear_sums();
    for (int step = 0; step < 3; ++step) {
      uint4 weights[kPairs];
      for (int pair = 0; pair < kPairs; ++pair) {
        weights[pair] =
            net_.input[(step * kChannels / 16 + first_channel_ / 16 + pair) * 32 + lane_];
      }
      // A word of a fragment is two neighbouring planes at a point, seen through a tap. Taps beyond
      // the ninth have no weight.
      const int tap = 4 * step + lane_ % 4 / 2;
      for (int tile = 0; tile < kTiles; ++tile) {
        InputFragment planes;
        for (int word = 0; word < 4; ++word) {
          const int place = max(0, static_cast<int>(sum_places_[tile][word % 2]));
          const int from = place + shift(min(8, tap + word / 2 * 2));
          const unsigned bits = at<std::uint8_t>(memory_.points)[max(0, from)] >> lane_ % 2 * 2;
          planes.words[word] = (bits & 1) * 0x3c00u + (bits >> 1 & 1) * 0x3c000000u;
        }
        multiply_add_pairs(tile, planes, weights);
      }
    }
    add_biases(net_.biases);
    store(memory_.x);
  }

  // From a place to the one that a tap of a convolution reads.
  __device__ __forceinline__ int shift(int tap) const {
    return (tap / 3 - 1) * frame_.stride() + tap % 3 - 1;
  }

  __device__ __forceinline__ void multiply_add_pairs(int tile, const InputFragment& inputs,
                                                     const uint4 (&weights)[kPairs]) {
#pragma unroll
    for (int pair = 0; pair < kPairs; ++pair) {
      multiply_add(sums_[tile][2 * pair], inputs, weights[pair].x, weights[pair].y);
      multiply_add(sums_[tile][2 * pair + 1], inputs, weights[pair].z, weights[pair].w);
    }
  }

  // Sums the next convolution up, of the picture there.
  __device__ __forceinline__ void convolve(int picture) {
    clear_sums();
    for (int tap = 0; tap < 9; ++tap) {
      std::uint32_t rows[kTiles];
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
        const int place = load_places_[tile] + shift(tap);
        rows[tile] =
            shared_address_ + picture + place * kRowBytes + (lane_ / 16 * 16 ^ swizzle(place));
      }
#pragma unroll
      for (int first = 0; first < kChannels; first += Shape::kSliceInputs) {
        // The slice has come, and nobody uses the one before it.
        wait_for_copies();
        __syncthreads();
        const uint4* slice = at<uint4>(memory_.stages) + (fetched_ & 1 ^ 1) * Shape::kSliceWords;
        fetch_slice();
#pragma unroll
        for (int step = 0; step < Shape::kSliceInputs / 16; ++step) {
          uint4 weights[kPairs];
#pragma unroll
          for (int pair = 0; pair < kPairs; ++pair) {
            weights[pair] =
                slice[(step * kChannels / 16 + first_channel_ / 16 + pair) * 32 + lane_];
          }
#pragma unroll
          for (int tile = 0; tile < kTiles; ++tile) {
            multiply_add_pairs(tile, load_fragment((rows[tile] ^ step * 32) + first * 2), weights);
          }
        }
      }
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

  __device__ __forceinline__ void add_stored(int picture) {
    for_each_pair_of_sums([&](float& first, float& second, int place, int channel) {
      const float2 stored = __half22float2(*at<__half2>(picture + offset(place, channel)));
      first += stored.x;
      second += stored.y;
    });
  }

  __device__ __forceinline__ void store(int picture) {
    for_each_pair_of_sums([&](float first, float second, int place, int channel) {
      *at<__half2>(picture + offset(place, channel)) = rectified_halves(first, second);
    });
  }

  // Writes the mean and the greatest of the sums by channel, negative ones taken as zero.
  __device__ __forceinline__ void rectified_summary() {
    float* partial = at<float>(memory_.partial) + point_warp_ * 2 * kChannels;
#pragma unroll
    for (int n = 0; n < 2 * kPairs; ++n) {
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        float sum = 0, greatest = 0;
#pragma unroll
        for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
          for (int half = 0; half < 2; ++half) {
            if (sum_places_[tile][half] < 0) continue;
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
        if (lane_ < 4) {
          partial[channel(n) + i] = sum;
          partial[kChannels + channel(n) + i] = greatest;
        }
      }
    }
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < kChannels; i += static_cast<int>(blockDim.x)) {
      float sum = 0, greatest = 0;
      for (int warp = 0; warp < point_warps(frame_); ++warp) {
        const float* of_warp = at<float>(memory_.partial) + warp * 2 * kChannels;
        sum += of_warp[i];
        greatest = fmaxf(greatest, of_warp[kChannels + i]);
      }
      mean()[i] = sum / static_cast<float>(frame_.points());
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

  // From x and its summary to the outputs; y and the stages of weights are no longer used.
  __device__ __forceinline__ void read_heads(const float* biases, float* outputs) {
    const int policy = net_.policy_channels, hidden = net_.value_hidden;
    const auto cells = static_cast<int>(view_.cells());
    float* const heads = at<float>(memory_.y);
    float* const results = heads + policy + hidden;
    apply(net_.summary, biases, policy + hidden, heads);
    __syncthreads();
    if (threadIdx.x < 32) {
      float value = 0;
      for (int i = lane_; i < hidden; i += 32) {
        value += fmaxf(0, heads[policy + i]) * net_.outputs[policy + i];
      }
      for (int lanes = 1; lanes < 32; lanes *= 2) {
        value += __shfl_xor_sync(0xffffffff, value, lanes);
      }
      if (lane_ == 0) results[0] = value + net_.outputs[policy + hidden + 1];
    }
    if (first_channel_ == 0) {
      read_cells(heads, results + 1, results + 1 + cells);
    }
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < 1 + 2 * cells;
         i += static_cast<int>(blockDim.x)) {
      outputs[i] = results[i];
    }
  }

  // The logits of policy and ownership, of the points of this warp.
  __device__ __forceinline__ void read_cells(const float* policy_biases, float* policy,
                                             float* ownership) {
    const float policy_bias = net_.outputs[net_.policy_channels + net_.value_hidden];
    const float ownership_bias = net_.outputs[net_.policy_channels + net_.value_hidden + 2];
    float logits[kTiles][2] = {};
    for (int first = 0; first <= net_.policy_channels; first += 16) {
      float sums[kTiles][2][4] = {};
      for (int step = 0; step < kChannels / 16; ++step) {
        const uint4 weights = net_.policy[(first / 16 * (kChannels / 16) + step) * 32 + lane_];
#pragma unroll
        for (int tile = 0; tile < kTiles; ++tile) {
          const InputFragment inputs = load_fragment(
              shared_address_ + memory_.x + offset(load_places_[tile], step * 16 + lane_ / 16 * 8));
          multiply_add(sums[tile][0], inputs, weights.x, weights.y);
          multiply_add(sums[tile][1], inputs, weights.z, weights.w);
        }
      }
#pragma unroll
      for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          if (first == net_.policy_channels) {
            const int cell = cell_of(tile, half);
            if (cell < 0 || lane_ % 4 != 0) continue;
            ownership[cell] = sums[tile][0][2 * half] + ownership_bias;
          } else {
#pragma unroll
            for (int i = 0; i < 4; ++i) {
              const int channel = first + i / 2 * 8 + lane_ % 4 * 2 + i % 2;
              logits[tile][half] +=
                  fmaxf(0, sums[tile][i / 2][2 * half + i % 2] + policy_biases[channel]) *
                  net_.outputs[channel];
            }
          }
        }
      }
    }
#pragma unroll
    for (int tile = 0; tile < kTiles; ++tile) {
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        float logit = logits[tile][half];
        logit += __shfl_xor_sync(0xffffffff, logit, 1);
        logit += __shfl_xor_sync(0xffffffff, logit, 2);
        const int cell = cell_of(tile, half);
        if (cell >= 0 && lane_ % 4 == 0) policy[cell] = logit + policy_bias;
      }
    }
  }

  // The cell at which this lane has sums; negative where there is none.
  __device__ __forceinline__ int cell_of(int tile, int half) const {
    const int point = (point_warp_ * kTiles + tile) * 16 + half * 8 + lane_ / 4;
    const int row = point / frame_.columns - 1, column = point % frame_.columns - 1;
    const bool is_cell = row >= 0 && row < view_.rows && column >= 0 && column < view_.columns;
    return is_cell ? row * view_.columns + column : -1;
  }

  const MmaWeights& net_;
  const NetView view_;
  const Frame frame_;
  const NetMemory memory_;
  char* const shared_;
  const std::uint32_t shared_address_;
  const int lane_;
  const int point_warp_;     // among those of the same channels
  const int first_channel_;  // of this warp
  int load_places_[kTiles];  // of the rows that this lane gives addresses for
  short sum_places_[kTiles][2];
  int fetched_ = 0;  // slices of weights
  float sums_[kTiles][2 * kPairs][4];
};

template <int kChannels>
__global__ void __launch_bounds__(kMaxMmaNetThreads, 1)
    net_kernel(__grid_constant__ const MmaWeights net, NetView view, const std::uint8_t* points,
               float* outputs) {
  extern __shared__ __align__(128) char shared[];
  NetBlockRun<kChannels>(net, view, shared)
      .run(points + blockIdx.x * view.points(), outputs + blockIdx.x * view.outputs());
}

template <int kChannels>
MmaNetKernel kernel_of() {
  return {kChannels, reinterpret_cast<const void*>(net_kernel<kChannels>),
          NetShape<kChannels>::kWarpChannels, NetShape<kChannels>::kSliceInputs};
}

}  // namespace

const MmaNetKernel* find_mma_net_kernel(int channels) {
  static const std::array kKernels{kernel_of<32>(), kernel_of<64>(), kernel_of<96>(),
                                   kernel_of<128>()};
  for (const MmaNetKernel& kernel : kKernels) {
    if (kernel.channels == channels) return &kernel;
  }
  return nullptr;
}

int mma_net_threads(const MmaNetKernel& kernel, const NetView& view) {
  return 32 * point_warps(Frame(view)) * (kernel.channels / kernel.warp_channels);
}

std::size_t mma_net_shared_bytes(const MmaNetKernel& kernel, const NetView& view) {
  const Frame frame(view);
  return static_cast<std::size_t>(NetMemory(frame, kernel.channels,
                                            kernel.slice_inputs * kernel.channels / 8,
                                            point_warps(frame))
                                      .bytes);
}

}  // namespace isthmus
