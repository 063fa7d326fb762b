#include "engine/net/winograd.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "engine/net/packed_net.hpp"

namespace isthmus {

namespace {

// Where polynomials are evaluated, besides infinity: for tiles of 4 all but the last.
constexpr std::array<double, 6> kArguments = {0, 1, -1, 0.5, -0.5, 2};
constexpr std::size_t kInfinity = 5;  // its place among the components of a row

constexpr int tiles_along(int points, int side) { return (points + side - 1) / side; }

// The transform of three weights, by [component][weight]. What transforms the inputs
// (transform_inputs() in winograd_tiles.hpp) has whole coefficients where it can, and so leaves to
// the weights the division by the product of an argument's differences from all others.
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
  // Of one input, by [component][output of the group]: written to their places by whole lines.
  std::array<std::array<float, kGroup>, 7 * 7> lines;
  float* to = values_.data();
  for (int group = 0; group < outputs; group += kGroup) {
    for (int input = 0; input < inputs; ++input, to += kGroup) {
      for (std::size_t i = 0; i < kGroup; ++i) {
        const std::size_t output = static_cast<std::size_t>(group) + i;
        const float* weights =
            layer.weights.data() +
            (output * static_cast<std::size_t>(inputs) + static_cast<std::size_t>(input)) * 9;
        std::size_t component = 0;
        for (const auto& down : transform) {
          std::array<double, 3> row{};
          for (std::size_t tap = 0; tap < 9; ++tap) {
            row[tap % 3] += down[tap / 3] * static_cast<double>(weights[tap]);
          }
          for (const auto& across : transform) {
            lines[component++][i] =
                static_cast<float>(across[0] * row[0] + across[1] * row[1] + across[2] * row[2]);
          }
        }
      }
      for (std::size_t i = 0; i < transform.size() * transform.size(); ++i) {
        std::copy(lines[i].begin(), lines[i].end(), to + i * component_size);
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

WinogradTiles::WinogradTiles(const WinogradTiling& tiling, int channels)
    : group_size_(static_cast<std::size_t>(tiling.tiles() * kGroup)),
      stride_((static_cast<std::size_t>(tiling.tiles() * (channels / kGroup)) | 1U) * kGroup),
      values_(stride_ * static_cast<std::size_t>(tiling.components())) {}

}  // namespace isthmus
