#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <span>
#include <vector>

#include "engine/net/net.hpp"
#include "engine/net/net_input.hpp"

namespace isthmus::test {

// The forward pass as its definition reads, in double precision: slow, and easily seen to be right.
class ReferenceNet {
 public:
  using Rounding = double (*)(double);

  // Where a rounding is given, convolutions, the policy's too, multiply rounded numbers. Where one
  // for the blocks is, that is done to what their convolutions read.
  ReferenceNet(const Net& net, const NetView& view, Rounding round = nullptr,
               Rounding round_in_blocks = nullptr)
      : net_(net),
        view_(view),
        rows_(view.point_rows()),
        columns_(view.point_columns()),
        round_(round),
        round_in_blocks_(round_in_blocks) {}

  // The outputs for one position, in the order of NetRunner::run().
  std::vector<double> run(std::span<const std::uint8_t> points) const {
    Channels planes(static_cast<std::size_t>(net_.planes), Channel(view_.points()));
    for (std::size_t plane = 0; plane < planes.size(); ++plane) {
      for (std::size_t i = 0; i < points.size(); ++i) planes[plane][i] = points[i] >> plane & 1;
    }
    Channels x = rectified(convolve(net_.input, planes));
    for (const NetBlock& block : net_.blocks) {
      Channels y = convolve(block.conv1, read_in_blocks(x));
      if (block.is_pooled) {
        const std::vector<double> added = apply(block.pool, pooled(rectified(y)));
        for (std::size_t i = 0; i < y.size(); ++i) {
          for (double& value : y[i]) value += added[i];
        }
      }
      const Channels z = convolve(block.conv2, read_in_blocks(rectified(y)));
      for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t p = 0; p < x[i].size(); ++p) x[i][p] = std::max(0.0, x[i][p] + z[i][p]);
      }
    }
    const std::vector<double> summary = pooled(x);
    std::vector<double> hidden = apply(net_.value, summary);
    for (double& value : hidden) value = std::max(0.0, value);
    std::vector<double> outputs = apply(net_.value_out, hidden);
    const std::vector<double> added = apply(net_.policy_pool, summary);
    const NetLayer policy_layer = rounded(net_.policy);
    for_each_cell([&](std::size_t point) {
      std::vector<double> policy = apply(policy_layer, rounded(at(x, point)));
      for (std::size_t i = 0; i < policy.size(); ++i)
        policy[i] = std::max(0.0, policy[i] + added[i]);
      outputs.push_back(apply(net_.policy_out, policy)[0]);
    });
    for_each_cell(
        [&](std::size_t point) { outputs.push_back(apply(net_.ownership, at(x, point))[0]); });
    return outputs;
  }

 private:
  using Channel = std::vector<double>;  // by point
  using Channels = std::vector<Channel>;

  void for_each_cell(const std::function<void(std::size_t)>& visit) const {
    for (int r = 0; r < view_.rows; ++r) {
      for (int c = 0; c < view_.columns; ++c) {
        visit(static_cast<std::size_t>((r + view_.ring) * columns_ + c + view_.ring));
      }
    }
  }

  Channels read_in_blocks(Channels channels) const {
    if (round_in_blocks_ == nullptr) return channels;
    for (Channel& channel : channels) {
      for (double& value : channel) value = round_in_blocks_(value);
    }
    return channels;
  }

  std::vector<double> rounded(std::vector<double> numbers) const {
    for (double& number : numbers) number = round_ ? round_(number) : number;
    return numbers;
  }
  NetLayer rounded(NetLayer layer) const {
    for (float& weight : layer.weights)
      weight = round_ ? static_cast<float>(round_(weight)) : weight;
    return layer;
  }

  Channels convolve(const NetLayer& of, Channels in) const {
    const NetLayer layer = rounded(of);
    for (Channel& channel : in) channel = rounded(channel);
    Channels out(layer.biases.size(), Channel(view_.points()));
    for (std::size_t o = 0; o < out.size(); ++o) {
      std::fill(out[o].begin(), out[o].end(), layer.biases[o]);
      for (std::size_t i = 0; i < in.size(); ++i) {
        for (int dr = -1; dr <= 1; ++dr) {
          for (int dc = -1; dc <= 1; ++dc) {
            const auto tap = static_cast<std::size_t>((dr + 1) * 3 + dc + 1);
            add(layer.weights[(o * in.size() + i) * 9 + tap], in[i], dr, dc, out[o]);
          }
        }
      }
    }
    return out;
  }

  // Adds to each point the channel's value `rows` and `columns` further on, where that is on the
  // board, times the weight.
  void add(double weight, const Channel& of, int rows, int columns, Channel& to) const {
    for (int r = std::max(0, -rows); r < rows_ - std::max(0, rows); ++r) {
      const int first = std::max(0, -columns);
      const auto count = static_cast<std::size_t>(columns_ - std::abs(columns));
      // Beyond the last where there is but one column, and none to read.
      double* sum = to.data() + r * columns_ + first;
      const double* value = of.data() + (r + rows) * columns_ + first + columns;
      for (std::size_t i = 0; i < count; ++i) sum[i] += weight * value[i];
    }
  }

  static Channels rectified(Channels channels) {
    for (Channel& channel : channels) {
      for (double& value : channel) value = std::max(0.0, value);
    }
    return channels;
  }

  static std::vector<double> pooled(const Channels& channels) {
    std::vector<double> means, greatest;
    for (const Channel& channel : channels) {
      double sum = 0;
      for (const double value : channel) sum += value;
      means.push_back(sum / static_cast<double>(channel.size()));
      greatest.push_back(*std::max_element(channel.begin(), channel.end()));
    }
    means.insert(means.end(), greatest.begin(), greatest.end());
    return means;
  }

  static std::vector<double> at(const Channels& channels, std::size_t point) {
    std::vector<double> values;
    for (const Channel& channel : channels) values.push_back(channel[point]);
    return values;
  }

  static std::vector<double> apply(const NetLayer& layer, const std::vector<double>& in) {
    std::vector<double> out(layer.weights.size() / in.size());
    for (std::size_t o = 0; o < out.size(); ++o) {
      if (!layer.biases.empty()) out[o] = layer.biases[o];
      for (std::size_t i = 0; i < in.size(); ++i)
        out[o] += layer.weights[o * in.size() + i] * in[i];
    }
    return out;
  }

  const Net& net_;
  NetView view_;
  int rows_, columns_;
  Rounding round_, round_in_blocks_;
};

}  // namespace isthmus::test
