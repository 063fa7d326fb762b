#include "engine/net/packed_net.hpp"

#include <mutex>
#include <utility>

namespace isthmus {

namespace {

constexpr int round_up(int number, int step) { return (number + step - 1) / step * step; }

}  // namespace

PackedLayer::PackedLayer(const NetLayer& layer, int output_count, int input_count, int tap_count)
    : outputs(output_count),
      inputs(input_count),
      taps(tap_count),
      weights(layer.weights.size()),
      biases(layer.biases.data()) {
  float* to = weights.data();
  for (int group = 0; group < outputs; group += kGroup) {
    for (int tap = 0; tap < taps; ++tap) {
      for (int input = 0; input < inputs; ++input) {
        for (int output = group; output < group + kGroup; ++output) {
          *to++ = layer.weights[static_cast<std::size_t>((output * inputs + input) * taps + tap)];
        }
      }
    }
  }
}

FeatureMaps::FeatureMaps(int rows, int columns, int channels, int side)
    : rows_(rows),
      columns_(columns),
      stride_(round_up(columns, side) + 1),
      group_size_(static_cast<std::size_t>(((round_up(rows, side) + 2) * stride_ + 1 + amx::kTile) *
                                           kGroup)),
      values_(group_size_ * static_cast<std::size_t>((channels + kGroup - 1) / kGroup)) {}

void FeatureMaps::write_planes(const std::uint8_t* points, int planes) {
  for (int row = 0; row < rows_; ++row) {
    float* at = values_.data() + point(row, 0) * kGroup;
    for (int column = 0; column < columns_; ++column, ++points, at += kGroup) {
      for (int plane = 0; plane < planes; ++plane) {
        at[plane] = static_cast<float>(*points >> plane & 1U);
      }
    }
  }
}

CpuNet::Packed::Packed(const Net& net, Arithmetic by)
    : net_(net),
      arithmetic(by),
      planes(net.planes),
      channels(net.channels),
      input(net_.input, net.channels, net.planes, 9),
      policy(net_.policy, net.policy_channels, net.channels, 1),
      policy_pool(net_.policy_pool),
      policy_out(net_.policy_out),
      value(net_.value),
      value_out(net_.value_out),
      ownership(net_.ownership) {
  if (arithmetic != Arithmetic::amx) return;
  amx.emplace(AmxLayers{
      .input = {net_.input, channels, planes, 9},
      .policy = {net_.policy, net_.policy_channels, channels, 1},
      .blocks = {},
  });
  for (const NetBlock& block : net_.blocks) {
    amx->blocks.push_back(
        {{block.conv1, channels, channels, 9}, {block.conv2, channels, channels, 9}});
  }
}

const CpuNet::Packed::Winograd& CpuNet::Packed::winograd(int side) const {
  // (What is thrown through std::call_once ends a program that has its unwinder in itself.)
  Lazy& of = winograd_[side == 5];
  const std::lock_guard lock(of.making);
  if (of.convolutions) return *of.convolutions;
  Winograd made;
  const auto add = [&](const NetLayer& layer) {
    made.single.emplace_back(layer, channels, channels, side);
    if (arithmetic != Arithmetic::int16) return;
    made.int16.emplace_back(made.single.back(), side);
    made.single.clear();
  };
  for (const NetBlock& block : net_.blocks) {
    add(block.conv1);
    add(block.conv2);
  }
  return of.convolutions.emplace(std::move(made));
}

void NetWorkspace::fit(const CpuNet::Packed& net, const NetView& wanted) {
  const int rows = wanted.point_rows(), columns = wanted.point_columns();
  const bool for_amx = net.arithmetic == Arithmetic::amx;
  hidden.resize(net.value.biases.size());
  tiling = choose_tiling(rows, columns);
  if (!for_amx) weights = &net.winograd(tiling.side);
  if (view_ == wanted && planes_ == net.planes && channels_ == net.channels &&
      policy_channels_ == net.policy.outputs && arithmetic_ == net.arithmetic) {
    return;
  }
  view_ = wanted;
  planes_ = net.planes;
  channels_ = net.channels;
  policy_channels_ = net.policy.outputs;
  arithmetic_ = net.arithmetic;
  const int side = for_amx ? 1 : tiling.side;
  planes = FeatureMaps(rows, columns, planes_, side);
  x = y = FeatureMaps(rows, columns, channels_, side);
  policy = FeatureMaps(rows, columns, policy_channels_, side);
  if (for_amx) {
    bfloat16_planes = amx::Bfloat16Maps(planes, amx::plane_room(planes_));
    bfloat16_x = bfloat16_y = amx::Bfloat16Maps(x, channels_);
  } else {
    products = WinogradTiles<float>(tiling, channels_);
    if (net.arithmetic == Arithmetic::int16) {
      int16_inputs = WinogradTiles<std::int16_t>(tiling, channels_);
    } else {
      inputs = products;
    }
  }
  pooled.resize(2 * static_cast<std::size_t>(channels_));
  pool_biases.resize(static_cast<std::size_t>(channels_));
  policy_biases.resize(static_cast<std::size_t>(policy_channels_));
}

}  // namespace isthmus
