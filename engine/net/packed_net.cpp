#include "engine/net/packed_net.hpp"

namespace isthmus {

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

Picture::Picture(int rows, int columns, int channels)
    : rows_(rows),
      columns_(columns),
      stride_(columns + 1),
      group_size_(static_cast<std::size_t>(((rows + 2) * stride_ + 1 + amx::kTile) * kGroup)),
      values_(group_size_ * static_cast<std::size_t>((channels + kGroup - 1) / kGroup)) {}

void Picture::write_planes(const std::uint8_t* points) {
  for (int row = 0; row < rows_; ++row) {
    float* at = values_.data() + point(row, 0) * kGroup;
    for (int column = 0; column < columns_; ++column, ++points, at += kGroup) {
      for (unsigned plane = 0; plane < Net::kPlanes; ++plane) {
        at[plane] = static_cast<float>(*points >> plane & 1U);
      }
    }
  }
}

CpuNet::Packed::Packed(const Net& net, bool for_amx)
    : net_(net),
      channels(net.channels),
      input(net_.input, net.channels, Net::kPlanes, 9),
      policy(net_.policy, net.policy_channels, net.channels, 1),
      policy_pool(net_.policy_pool),
      policy_out(net_.policy_out),
      value(net_.value),
      value_out(net_.value_out),
      ownership(net_.ownership) {
  for (const NetBlock& block : net_.blocks) {
    blocks.push_back({PackedLayer(block.conv1, net.channels, net.channels, 9),
                      block.is_pooled ? &block.pool : nullptr,
                      PackedLayer(block.conv2, net.channels, net.channels, 9)});
  }
  if (!for_amx) return;
  amx.emplace(AmxLayers{
      .input = {net_.input, channels, Net::kPlanes, 9},
      .policy = {net_.policy, net_.policy_channels, channels, 1},
      .blocks = {},
  });
  for (const NetBlock& block : net_.blocks) {
    amx->blocks.push_back(
        {{block.conv1, channels, channels, 9}, {block.conv2, channels, channels, 9}});
  }
}

void NetWorkspace::fit(const CpuNet::Packed& net, const NetView& wanted) {
  hidden.resize(net.value.biases.size());
  const bool for_amx = net.amx.has_value();
  if (view_ == wanted && channels_ == net.channels && policy_channels_ == net.policy.outputs &&
      for_amx_ == for_amx) {
    return;
  }
  view_ = wanted;
  channels_ = net.channels;
  policy_channels_ = net.policy.outputs;
  for_amx_ = for_amx;
  planes = Picture(view_.rows + 2, view_.columns + 2, Net::kPlanes);
  x = y = Picture(view_.rows + 2, view_.columns + 2, channels_);
  policy = Picture(view_.rows + 2, view_.columns + 2, policy_channels_);
  if (for_amx) {
    planes_image = amx::Image(planes, Net::kPlanes);
    x_image = y_image = amx::Image(x, channels_);
  }
  pooled.resize(2 * static_cast<std::size_t>(channels_));
  pool_biases.resize(static_cast<std::size_t>(channels_));
  policy_biases.resize(static_cast<std::size_t>(policy_channels_));
}

}  // namespace isthmus
