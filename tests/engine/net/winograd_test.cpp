#include "engine/net/winograd.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include <doctest/doctest.h>

#include "engine/net/packed_net.hpp"

using namespace isthmus;

// Worked out by hand: (side + 2)^2 products for each of the tiles.
TEST_CASE("boards are cut into the tiles that need the fewest products") {
  struct Expected {
    int rows, columns, side, tile_rows, tile_columns;
  };
  for (const Expected& expected : std::vector<Expected>{
           {3, 3, 4, 1, 1},    // 36 : 49
           {5, 5, 5, 1, 1},    // 4 * 36 : 49
           {11, 11, 4, 3, 3},  // 9 * 36 : 9 * 49
           {13, 13, 5, 3, 3},  // 16 * 36 : 9 * 49
           {16, 16, 4, 4, 4},  // 16 * 36 : 16 * 49
           {21, 21, 5, 5, 5},  // 36 * 36 : 25 * 49
           {34, 34, 5, 7, 7},  // 81 * 36 : 49 * 49
           {13, 3, 4, 4, 1},   // 4 * 36 : 3 * 49
       }) {
    CAPTURE(expected.rows);
    CAPTURE(expected.columns);
    const WinogradTiling tiling = choose_tiling(expected.rows, expected.columns);
    CHECK(tiling.side == expected.side);
    CHECK(tiling.rows == expected.tile_rows);
    CHECK(tiling.columns == expected.tile_columns);
  }
}

// The polynomial of a row of weights a, b, c at 1 is a + b + c, at 1/2 a + b / 2 + c / 4, at
// infinity c; all but the last over the product of what is between the argument and the others, for
// tiles of 4 at 1 (1 - 0)(1 + 1)(1 - 1/2)(1 + 1/2) = 3/2, and at 1/2 1/2 (1/2 - 1)(1/2 + 1)(1/2 +
// 1/2) = -3/8. For tiles of 5 both have another factor, 1 - 2 and 1/2 - 2.
TEST_CASE("weights are transformed as polynomials are evaluated") {
  constexpr int kOutputs = 32, kInputs = 2, kOutput = 21, kInput = 1;
  NetLayer layer;
  layer.weights.resize(std::size_t{kOutputs} * kInputs * 9);
  const std::array<float, 9> weights = {1, 2, 3, 4, 5, 6, 7, 8, 10};
  std::copy(weights.begin(), weights.end(),
            layer.weights.begin() + (kOutput * kInputs + kInput) * 9);
  for (const int side : {4, 5}) {
    CAPTURE(side);
    const WinogradWeights transformed(layer, kOutputs, kInputs, side);
    const auto component = [&](int down, int across) {
      const float* group = transformed.group(down * (side + 2) + across, kOutput / kGroup);
      CHECK(group[kInput * kGroup + kOutput % kGroup - 1] == 0);
      return static_cast<double>(group[kInput * kGroup + kOutput % kGroup]);
    };
    constexpr int kOne = 1, kHalf = 3, kInfinity = 5;
    const double of_one = side == 4 ? 1.5 : -1.5, of_half = side == 4 ? -0.375 : 0.5625;
    CHECK(component(kInfinity, kInfinity) == doctest::Approx(10));
    CHECK(component(kOne, kInfinity) == doctest::Approx((3 + 6 + 10) / of_one));
    CHECK(component(kOne, kOne) == doctest::Approx(46 / of_one / of_one));
    // Rows at 1/2: 1 + 1 + 0.75, 4 + 2.5 + 1.5 and 7 + 4 + 2.5.
    CHECK(component(kOne, kHalf) == doctest::Approx((2.75 + 8 + 13.5) / of_one / of_half));
    CHECK(component(kInfinity, kHalf) == doctest::Approx(13.5 / of_half));
  }
}

// For inputs from 0 to 1 a row at 0 of tiles of 4, (x^2 - 1)(x^2 - 1/4), has 5/4 above zero and 5/4
// below, so that the component of two of them lies within 2 * (5/4)^2.
TEST_CASE("weights of 16 bits keep sums within 32 bits, and what they stand for") {
  constexpr int kChannels = 64;
  NetLayer layer;
  layer.weights.resize(std::size_t{kChannels} * kChannels * 9);
  for (std::size_t i = 0; i < layer.weights.size(); ++i) {
    layer.weights[i] = static_cast<float>(i * i % 1009) / 504 - 1;
  }
  for (const int side : {4, 5}) {
    CAPTURE(side);
    const WinogradWeights weights(layer, kChannels, kChannels, side);
    const Int16Weights int16_weights(weights, side);
    if (side == 4) CHECK(int16_weights.input_scale(0) == doctest::Approx(32767 / 3.125));
    for (int component = 0; component < (side + 2) * (side + 2); ++component) {
      for (int output = 0; output < kChannels; ++output) {
        const int group = output / kGroup, of_group = output % kGroup;
        const double unit = static_cast<double>(int16_weights.input_scale(component)) *
                            static_cast<double>(int16_weights.scales(component, group)[of_group]);
        std::int64_t sum = 0;
        double difference = 0;
        for (int input = 0; input < kChannels; ++input) {
          const int whole = int16_weights.group(
              component, group)[(input / 2 * kGroup + of_group) * 2 + input % 2];
          sum += std::abs(whole) * std::int64_t{32767};
          difference =
              std::max(difference,
                       std::abs(whole * unit - static_cast<double>(weights.group(
                                                   component, group)[input * kGroup + of_group])));
        }
        REQUIRE(sum < std::int64_t{1} << 31);
        REQUIRE(sum > std::int64_t{1} << 30);
        REQUIRE(difference <= 0.501 * unit);
      }
    }
  }
}
