#include "engine/net/cpu_net.hpp"

#include "engine/base/simd_targets.hpp"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "engine/net/cpu_net.cpp"
// clang-format off: the order matters to Highway.
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "engine/base/instruction_set.hpp"
#include "engine/net/amx.hpp"
#include "engine/net/int16_convolution.hpp"
#include "engine/net/packed_net.hpp"
#include "engine/net/vector_sums.hpp"
#include "engine/net/winograd_convolution.hpp"

HWY_BEFORE_NAMESPACE();
namespace isthmus {
namespace HWY_NAMESPACE {

// A convolution of few inputs, or of one point: as its definition reads, for a row of points.
struct RowOfPoints {
  const PackedLayer& layer;
  const FeatureMaps& in;
  int row;
  const Epilogue& epilogue;
  FeatureMaps& out;

  template <int kPoints>
  void compute(int first) const {
    const auto point = static_cast<std::ptrdiff_t>(out.point(row, first));
    for (int group = 0; group < layer.outputs / kGroup; group += kSumGroups) {
      Sums<kPoints> sums;
      sums.begin(epilogue.biases + group * kGroup);
      const float* weights = layer.of_group(group);
      for (int tap = 0; tap < layer.taps; ++tap) {
        const std::ptrdiff_t shift = layer.taps == 1 ? 0 : in.shift(tap);
        for (int from = 0; from < layer.inputs; from += kGroup) {
          const int count = std::min(kGroup, layer.inputs - from);
          sums.add(in.group(from / kGroup) + (point + shift) * kGroup, count, weights,
                   layer.group_weights());
          weights += count * kGroup;
        }
      }
      sums.for_each([&](int g, int v, int p, Vector sum) HWY_ATTR {
        epilogue.store(sum, out.group(group + g) + (point + p) * kGroup + v);
      });
    }
  }
};

void convolve(const PackedLayer& layer, const FeatureMaps& in, FeatureMaps& out,
              const Epilogue& epilogue) {
  for (int row = 0; row < out.rows(); ++row) {
    compute_pieces(out.columns(), RowOfPoints{layer, in, row, epilogue, out});
  }
}

// Writes for each channel the mean over all points, then for each the greatest.
void pool(const FeatureMaps& maps, int channels, bool is_rectified, float* pooled) {
  const Lanes lanes;
  const Vector count = hn::Set(lanes, 1 / static_cast<float>(maps.rows() * maps.columns()));
  for (int channel = 0; channel < channels; channel += kLanes) {
    const float* points = maps.group(channel / kGroup) + channel % kGroup;
    Vector sum = hn::Zero(lanes);
    Vector greatest = hn::Set(lanes, is_rectified ? 0.0F : -INFINITY);
    for (int row = 0; row < maps.rows(); ++row) {
      const float* at = points + maps.point(row, 0) * kGroup;
      for (int column = 0; column < maps.columns(); ++column) {
        Vector value = hn::Load(lanes, at + column * kGroup);
        if (is_rectified) value = hn::Max(value, hn::Zero(lanes));
        sum = hn::Add(sum, value);
        greatest = hn::Max(greatest, value);
      }
    }
    hn::StoreU(hn::Mul(sum, count), lanes, pooled + channel);
    hn::StoreU(greatest, lanes, pooled + channels + channel);
  }
}

// Adds a number to each channel at all points, unless biases is null, and rectifies.
void add_and_rectify(FeatureMaps& maps, int channels, const float* biases) {
  const Lanes lanes;
  for (int channel = 0; channel < channels; channel += kLanes) {
    float* points = maps.group(channel / kGroup) + channel % kGroup;
    const Vector bias = biases == nullptr ? hn::Zero(lanes) : hn::LoadU(lanes, biases + channel);
    for (int row = 0; row < maps.rows(); ++row) {
      float* at = points + maps.point(row, 0) * kGroup;
      for (int column = 0; column < maps.columns(); ++column, at += kGroup) {
        hn::Store(hn::Max(hn::Add(hn::Load(lanes, at), bias), hn::Zero(lanes)), lanes, at);
      }
    }
  }
}

float dot(const float* a, const float* b, int size) {
  const Lanes lanes;
  Vector sum = hn::Zero(lanes);
  for (int i = 0; i < size; i += kLanes) {
    sum = hn::MulAdd(hn::LoadU(lanes, a + i), hn::LoadU(lanes, b + i), sum);
  }
  return hn::GetLane(hn::SumOfLanes(lanes, sum));
}

// biases + weights * inputs, for weights by [output][input].
void apply(const NetLayer& layer, const float* inputs, int input_count, const float* biases,
           std::vector<float>& outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    outputs[i] = biases[i] + dot(layer.weights.data() + i * static_cast<std::size_t>(input_count),
                                 inputs, input_count);
  }
}

// A logit for each cell, which lie within a ring of others: bias + weights * its channels.
void read_cells(const FeatureMaps& maps, int ring, const NetLayer& layer, float* logits) {
  const int groups = static_cast<int>(layer.weights.size()) / kGroup;
  for (int row = ring; row + ring < maps.rows(); ++row) {
    for (int column = ring; column + ring < maps.columns(); ++column) {
      float logit = layer.biases[0];
      for (int group = 0; group < groups; ++group) {
        logit += dot(maps.group(group) + maps.point(row, column) * kGroup,
                     layer.weights.data() + group * kGroup, kGroup);
      }
      *logits++ = logit;
    }
  }
}

// A convolution of a block, by its number, in single precision.
struct SingleBlocks {
  static void convolve(NetWorkspace& space, std::size_t number, const FeatureMaps& in,
                       const Epilogue& epilogue, FeatureMaps& out) {
    const auto by = space.tiling.side == 5 ? convolve_tiles<5> : convolve_tiles<4>;
    by(space.weights->single[number], space.tiling, in, space.inputs, space.products, epilogue,
       out);
  }
};

#if ISTHMUS_HAS_PAIR_PRODUCTS
// The same in 16-bit integers, multiplied by `By`.
template <class By>
struct Int16Blocks {
  static void convolve(NetWorkspace& space, std::size_t number, const FeatureMaps& in,
                       const Epilogue& epilogue, FeatureMaps& out) {
    const auto by =
        space.tiling.side == 5 ? convolve_int16_tiles<5, By> : convolve_int16_tiles<4, By>;
    by(space.weights->int16[number], space.tiling, in, space.int16_inputs, space.products, epilogue,
       out);
  }
};
#endif

// The convolutions of the forward pass, with vectors.
template <class Blocks>
struct VectorTrunk {
  const CpuNet::Packed& net;
  NetWorkspace& space;

  // x from the input planes.
  void begin(const std::uint8_t* points) {
    space.planes.write_planes(points, net.planes);
    convolve(net.input, space.planes, space.x, {net.input.biases, false, true});
  }
  // y from x. It is rectified unless the block is pooled.
  void first(std::size_t block) {
    const NetBlock& of = net.blocks()[block];
    Blocks::convolve(space, 2 * block, space.x, {of.conv1.biases.data(), false, !of.is_pooled},
                     space.y);
  }
  // Adds what was pooled, and rectifies y.
  void add_pooled() { add_and_rectify(space.y, net.channels, space.pool_biases.data()); }
  // x from itself and y.
  void second(std::size_t block) {
    const NetBlock& of = net.blocks()[block];
    Blocks::convolve(space, 2 * block + 1, space.y, {of.conv2.biases.data(), true, true}, space.x);
  }
  // The policy's channels from x.
  void policy() {
    convolve(net.policy, space.x, space.policy, {space.policy_biases.data(), false, true});
  }
};

#if ISTHMUS_HAS_AMX && HWY_TARGET == HWY_AVX3
// The same on the matrix unit.
struct AmxTrunk {
  const CpuNet::Packed& net;
  NetWorkspace& space;
  const amx::Session session{};

  void begin(const std::uint8_t* points) {
    amx::write_planes(points, net.planes, space.planes, space.bfloat16_planes);
    amx::convolve(net.amx->input, space.bfloat16_planes, net.input.biases, space.x);
    amx::rectify(space.x, net.channels, nullptr, space.bfloat16_x);
  }
  void first(std::size_t block) {
    const NetBlock& of = net.blocks()[block];
    amx::convolve(net.amx->blocks[block].conv1, space.bfloat16_x, of.conv1.biases.data(), space.y);
    if (!of.is_pooled) amx::rectify(space.y, net.channels, nullptr, space.bfloat16_y);
  }
  void add_pooled() {
    amx::rectify(space.y, net.channels, space.pool_biases.data(), space.bfloat16_y);
  }
  void second(std::size_t block) {
    amx::convolve(net.amx->blocks[block].conv2, space.bfloat16_y, nullptr, space.x);
    amx::rectify(space.x, net.channels, net.blocks()[block].conv2.biases.data(), space.bfloat16_x);
  }
  void policy() {
    amx::convolve(net.amx->policy, space.bfloat16_x, space.policy_biases.data(), space.policy);
    add_and_rectify(space.policy, net.policy.outputs, nullptr);
  }
};
#endif

template <class Trunk>
void run_trunk(const CpuNet::Packed& net, const NetView& view, const std::uint8_t* points,
               NetWorkspace& space, float* outputs) {
  Trunk trunk{net, space};
  trunk.begin(points);
  for (std::size_t i = 0; i < net.blocks().size(); ++i) {
    trunk.first(i);
    if (const NetBlock& block = net.blocks()[i]; block.is_pooled) {
      pool(space.y, net.channels, true, space.pooled.data());
      apply(block.pool, space.pooled.data(), 2 * net.channels, block.pool.biases.data(),
            space.pool_biases);
      trunk.add_pooled();
    }
    trunk.second(i);
  }

  const FeatureMaps& x = space.x;
  pool(x, net.channels, false, space.pooled.data());
  apply(net.value, space.pooled.data(), 2 * net.channels, net.value.biases.data(), space.hidden);
  float value = net.value_out.biases[0];
  for (std::size_t i = 0; i < space.hidden.size(); ++i) {
    value += net.value_out.weights[i] * std::max(space.hidden[i], 0.0F);
  }
  outputs[0] = value;
  apply(net.policy_pool, space.pooled.data(), 2 * net.channels, net.policy.biases,
        space.policy_biases);
  trunk.policy();
  read_cells(space.policy, view.ring, net.policy_out, outputs + 1);
  read_cells(x, view.ring, net.ownership, outputs + 1 + view.cells());
}

void run_net(const CpuNet::Packed& net, const NetView& view, const std::uint8_t* points,
             NetWorkspace& space, float* outputs) {
  run_trunk<VectorTrunk<SingleBlocks>>(net, view, points, space, outputs);
}

#if ISTHMUS_HAS_PAIR_PRODUCTS
void run_net_in_int16(const CpuNet::Packed& net, const NetView& view, const std::uint8_t* points,
                      NetWorkspace& space, float* outputs) {
  run_trunk<VectorTrunk<Int16Blocks<PairProducts>>>(net, view, points, space, outputs);
}
#endif

#if HWY_TARGET == HWY_AVX3
void run_net_by_vnni(const CpuNet::Packed& net, const NetView& view, const std::uint8_t* points,
                     NetWorkspace& space, float* outputs) {
  run_trunk<VectorTrunk<Int16Blocks<VnniProducts>>>(net, view, points, space, outputs);
}
#endif

#if ISTHMUS_HAS_AMX && HWY_TARGET == HWY_AVX3
void run_net_by_amx(const CpuNet::Packed& net, const NetView& view, const std::uint8_t* points,
                    NetWorkspace& space, float* outputs) {
  run_trunk<AmxTrunk>(net, view, points, space, outputs);
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace isthmus
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace isthmus {

namespace {

constexpr std::string_view kAmx = "AMX";       // the matrix unit, besides AVX-512
constexpr std::string_view kVnni = "VNNI";     // 16-bit integers by AVX-512's own instruction
constexpr std::string_view kInt16 = "_INT16";  // behind another set: such integers by that

Arithmetic arithmetic_of(std::string_view set) {
  if (set == kAmx) return Arithmetic::amx;
  return set == kVnni || set.ends_with(kInt16) ? Arithmetic::int16 : Arithmetic::single;
}

// Implementations of the forward pass, the best first.
const auto& implementations() {
  static const auto found = [] {
    const auto single = ISTHMUS_IMPLEMENTATIONS(run_net);
    std::remove_const_t<decltype(single)> all;
#if ISTHMUS_HAS_AMX && (HWY_TARGETS & HWY_AVX3)
    if (processor_runs(HWY_AVX3) && amx::is_available()) {
      all.push_back({std::string(kAmx), HWY_CHOOSE_AVX3(run_net_by_amx)});
    }
#endif
#if HWY_TARGETS & HWY_AVX3
    if (processor_runs(HWY_AVX3) && __builtin_cpu_supports("avx512vnni")) {
      all.push_back({std::string(kVnni), HWY_CHOOSE_AVX3(run_net_by_vnni)});
    }
#endif
    const std::map<std::string, decltype(&HWY_STATIC_DISPATCH(run_net))> int16 = {
        {instruction_set_name(HWY_AVX3), HWY_CHOOSE_AVX3(run_net_in_int16)},
        {instruction_set_name(HWY_AVX2), HWY_CHOOSE_AVX2(run_net_in_int16)},
        {instruction_set_name(HWY_SSE4), HWY_CHOOSE_SSE4(run_net_in_int16)},
        {instruction_set_name(HWY_WASM), HWY_CHOOSE_WASM(run_net_in_int16)}};
    for (const auto& of : single) {
      const auto same = int16.find(of.instruction_set);
      if (same != int16.end() && same->second) {
        all.push_back({of.instruction_set + std::string(kInt16), same->second});
      }
      all.push_back(of);
    }
    return all;
  }();
  return found;
}

// Its number among them; "" is the best in single precision.
std::size_t find_implementation(std::string_view name) {
  for (std::size_t i = 0; i < implementations().size(); ++i) {
    const std::string& set = implementations()[i].instruction_set;
    if (name.empty() ? arithmetic_of(set) == Arithmetic::single : name == set) return i;
  }
  throw std::invalid_argument("no instruction set '" + std::string(name) + "' here");
}

}  // namespace

CpuNet::CpuNet(const Net& net, std::string_view instruction_set)
    : implementation_(find_implementation(instruction_set)),
      packed_(std::make_unique<const Packed>(
          net, arithmetic_of(implementations()[implementation_].instruction_set))) {}

CpuNet::~CpuNet() = default;

void CpuNet::run(const NetView& view, std::span<const std::uint8_t> points,
                 std::span<float> outputs) const {
  // Kept from call to call, so that its memory is taken once a thread.
  thread_local NetWorkspace space;
  space.fit(*packed_, view);
  for (std::size_t i = 0; i < points.size() / view.points(); ++i) {
    implementations()[implementation_].function(*packed_, view, points.data() + i * view.points(),
                                                space, outputs.data() + i * view.outputs());
  }
}

std::vector<std::string> CpuNet::instruction_sets() {
  return instruction_set_names(implementations());
}

}  // namespace isthmus

#endif
