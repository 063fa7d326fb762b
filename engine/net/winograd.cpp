#include "engine/net/winograd.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

namespace isthmus {

namespace {

// Where polynomials are evaluated, besides infinity: for tiles of 4 all but the last.
constexpr std::array<double, 6> kArguments = {0, 1, -1, 0.5, -0.5, 2};
constexpr std::size_t kInfinity = 5;  // its place among the components of a row

constexpr int tiles_along(int points, int side) { return (points + side - 1) / side; }

// The transform of three weights, by [component][weight]. That of the inputs (transform_inputs() in
// winograd_convolution.hpp) has whole coefficients where it can, and so leaves to this one the
// division by the product of an argument's differences from all others.
std::vector<std::array<double, 3>> weight_transform(int side) {
  const std::span arguments(kArguments.data(), static_cast<std::size_t>(side + 1));
  std::vector<std::array<double, 3>> rows;
  for (const double argument : arguments) {
    double product = 1;
    for (const double other : arguments) product *= other == argument ? 1 : argument - other;
    rows.push_back({1 / product, argument / product, argument * argument / product});
  }
  rows.insert(rows.begin() + kInfinity, {0, 0, 1});
  return rows;
}

// How large a component of inputs from 0 to 1 can be, without its sign. A row of points has at an
// argument the coefficients of the product of (x - a) over all other arguments a.
std::vector<double> component_bounds(int side) {
  const std::size_t arguments = static_cast<std::size_t>(side + 1);
  std::vector<double> above, below;  // the sums of what is positive and negative in a row
  for (std::size_t of = 0; of <= arguments; ++of) {
    const std::size_t left_out = of == kInfinity ? arguments : of - (of > kInfinity);
    std::vector<double> product = {1};
    for (std::size_t i = 0; i < arguments; ++i) {
      if (i == left_out) continue;
      product.push_back(0);
      for (std::size_t k = product.size() - 1; k > 0; --k) {
        product[k] = product[k - 1] - kArguments[i] * product[k];
      }
      product[0] *= -kArguments[i];
    }
    above.push_back(0);
    below.push_back(0);
    for (const double factor : product) (factor > 0 ? above : below).back() += std::abs(factor);
  }
  std::vector<double> bounds;
  for (std::size_t i = 0; i <= arguments; ++i) {
    for (std::size_t k = 0; k <= arguments; ++k) {
      bounds.push_back(std::max(above[i] * above[k] + below[i] * below[k],
                                above[i] * below[k] + below[i] * above[k]));
    }
  }
  return bounds;
}

// Of numbers far below 2^51, and as std::nearbyint() has it, which is called for each: what is left
// of a sum with 1.5 * 2^52.
constexpr double nearest_whole(double number) { return number + 0x1.8p52 - 0x1.8p52; }

// A number for each channel of a group: a plain array, whose bounds compilers know, so that loops
// over it become vectors with sanitizers too.
template <class Number>
struct ChannelGroup {
  Number of[kGroup];
};

// factors[0] * a + factors[1] * b + factors[2] * c.
ChannelGroup<double> combine(const std::array<double, 3>& factors, const ChannelGroup<double>& a,
                             const ChannelGroup<double>& b, const ChannelGroup<double>& c) {
  const auto [of_a, of_b, of_c] = factors;
  ChannelGroup<double> sums;
  for (int i = 0; i < kGroup; ++i) sums.of[i] = of_a * a.of[i] + of_b * b.of[i] + of_c * c.of[i];
  return sums;
}

}  // namespace

WinogradTiling choose_tiling(int rows, int columns) {
  const auto tiling = [&](int side) {
    return WinogradTiling{side, tiles_along(rows, side), tiles_along(columns, side)};
  };
  const auto products = [](const WinogradTiling& of) { return of.tiles() * of.components(); };
  const WinogradTiling small = tiling(4), large = tiling(5);
  return products(large) < products(small) ? large : small;
}

WinogradWeights::WinogradWeights(const NetLayer& layer, int outputs, int inputs, int side)
    : outputs_(outputs),
      inputs_(inputs),
      values_(static_cast<std::size_t>((side + 2) * (side + 2) * outputs * inputs)) {
  const std::vector<std::array<double, 3>> transform = weight_transform(side);
  const std::size_t component_size = static_cast<std::size_t>(outputs * inputs);
  float* to = values_.data();
  for (int group = 0; group < outputs; group += kGroup) {
    for (int input = 0; input < inputs; ++input, to += kGroup) {
      // For all outputs of the group at once, as vectors.
      ChannelGroup<double> taps[9];
      for (int i = 0; i < kGroup; ++i) {
        const float* weights =
            layer.weights.data() + static_cast<std::size_t>(((group + i) * inputs + input) * 9);
        for (int tap = 0; tap < 9; ++tap) taps[tap].of[i] = static_cast<double>(weights[tap]);
      }
      std::size_t component = 0;
      for (const auto& down : transform) {
        const ChannelGroup<double> left = combine(down, taps[0], taps[3], taps[6]),
                                   middle = combine(down, taps[1], taps[4], taps[7]),
                                   right = combine(down, taps[2], taps[5], taps[8]);
        for (const auto& across : transform) {
          const ChannelGroup<double> sums = combine(across, left, middle, right);
          ChannelGroup<float> rounded;
          for (int i = 0; i < kGroup; ++i) rounded.of[i] = static_cast<float>(sums.of[i]);
          std::memcpy(to + component++ * component_size, rounded.of, sizeof rounded);
        }
      }
    }
  }
}

std::size_t WinogradWeights::group_size() const {
  return static_cast<std::size_t>(inputs_ * kGroup);
}

const float* WinogradWeights::group(int component, int group) const {
  return values_.data() +
         static_cast<std::size_t>(component * (outputs_ / kGroup) + group) * group_size();
}

Int16Weights::Int16Weights(const WinogradWeights& weights, int side)
    : outputs_(weights.outputs()),
      inputs_(weights.inputs()),
      values_(static_cast<std::size_t>((side + 2) * (side + 2) * outputs_ * inputs_)),
      scales_(static_cast<std::size_t>((side + 2) * (side + 2) * outputs_)) {
  std::int16_t* to = values_.data();
  float* scale_to = scales_.data();
  const std::vector<double> bounds = component_bounds(side);
  for (std::size_t component = 0; component < bounds.size(); ++component) {
    input_scales_.push_back(static_cast<float>(kMost / bounds[component]));
    for (int group = 0; group < outputs_ / kGroup; ++group, to += group_size()) {
      const float* from = weights.group(static_cast<int>(component), group);
      // For all outputs at once, as vectors.
      ChannelGroup<double> sums{}, greatest, scales;
      for (double& number : greatest.of) number = std::numeric_limits<float>::min();
      for (int input = 0; input < inputs_; ++input) {
        const float* by_output = from + input * kGroup;
        for (int i = 0; i < kGroup; ++i) {
          const double size = std::abs(static_cast<double>(by_output[i]));
          sums.of[i] += size;
          greatest.of[i] = std::max(greatest.of[i], size);
        }
      }
      for (int i = 0; i < kGroup; ++i) {
        // Each may be rounded up by a half.
        scales.of[i] = std::min((65536.0 - inputs_) / std::max(sums.of[i], greatest.of[i]),
                                kMost / greatest.of[i]);
        *scale_to++ = static_cast<float>(bounds[component] / kMost / scales.of[i]);
      }
      for (int input = 0; input < inputs_; ++input) {
        const float* by_output = from + input * kGroup;
        std::int16_t* at = to + input / 2 * 2 * kGroup + input % 2;
        for (int i = 0; i < kGroup; ++i) {
          at[2 * i] = static_cast<std::int16_t>(
              nearest_whole(static_cast<double>(by_output[i]) * scales.of[i]));
        }
      }
    }
  }
}

std::size_t Int16Weights::group_size() const { return static_cast<std::size_t>(inputs_ * kGroup); }

const std::int16_t* Int16Weights::group(int component, int group) const {
  return values_.data() +
         static_cast<std::size_t>(component * (outputs_ / kGroup) + group) * group_size();
}

const float* Int16Weights::scales(int component, int group) const {
  return scales_.data() + static_cast<std::size_t>(component * outputs_ + group * kGroup);
}

}  // namespace isthmus
