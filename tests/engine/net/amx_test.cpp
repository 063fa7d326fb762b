// What of the matrix unit's path is not the unit itself: how numbers are rounded, and where weights
// and points lie in the tiles that it is given. Runs on any processor, with the unit's one
// instruction written out.

#include "engine/net/amx.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/net/float16.hpp"
#include "engine/net/packed_net.hpp"

namespace isthmus {

namespace {

double from_bfloat(std::uint16_t bits) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

// The greatest difference that sums of a few hundred products make in single precision is far less.
constexpr double kExact = 1e-9;

// TDPBF16PS as Intel's manual has it (Instruction Set Reference, volume 2): adds to
// sums[point][output] the products of 16 pairs of inputs, which lie behind each other in a row of
// `points`, rows being `stride` bytes apart, and for each output in turn in a row of `weights`.
void multiply(double (&sums)[16][16], const std::uint8_t* points, std::size_t stride,
              const std::uint16_t* weights) {
  for (std::size_t m = 0; m < 16; ++m) {
    std::uint16_t row[32];
    std::memcpy(row, points + m * stride, sizeof row);
    for (std::size_t k = 0; k < 16; ++k) {
      for (std::size_t n = 0; n < 16; ++n) {
        sums[m][n] += from_bfloat(row[2 * k]) * from_bfloat(weights[32 * k + 2 * n]) +
                      from_bfloat(row[2 * k + 1]) * from_bfloat(weights[32 * k + 2 * n + 1]);
      }
    }
  }
}

// A convolution of 3 x 3 points, or of one, with random weights, on random input; numbers by
// [output][input][tap] and by [input][row][column], of which bfloat16 holds all.
struct Convolution {
  int rows, columns, inputs, outputs, taps;
  NetLayer layer;
  std::vector<float> values;

  // Inputs are planes of bits where there are as few as a net has of them.
  Convolution(int r, int c, int in, int out, int tap_count, std::mt19937& random)
      : rows(r), columns(c), inputs(in), outputs(out), taps(tap_count) {
    for (int i = 0; i < out * in * taps; ++i) {
      layer.weights.push_back(static_cast<float>(static_cast<int>(random() % 255) - 127) / 64);
    }
    for (int i = 0; i < in * r * c; ++i) {
      const auto number = static_cast<unsigned>(random());
      values.push_back(in <= Net::kMaxPlanes ? static_cast<float>(number % 2)
                                             : static_cast<float>(number % 256) / 32);
    }
  }

  float at(int input, int row, int column) const {
    if (row < 0 || row >= rows || column < 0 || column >= columns) return 0;
    return values[static_cast<std::size_t>((input * rows + row) * columns + column)];
  }

  double expected(int output, int row, int column) const {
    double sum = 0;
    for (int input = 0; input < inputs; ++input) {
      for (int tap = 0; tap < taps; ++tap) {
        const int dr = taps == 1 ? 0 : tap / 3 - 1, dc = taps == 1 ? 0 : tap % 3 - 1;
        sum += layer.weights[static_cast<std::size_t>((output * inputs + input) * taps + tap)] *
               double{at(input, row + dr, column + dc)};
      }
    }
    return sum;
  }

  amx::Bfloat16Maps bfloat16(const FeatureMaps& shape) const {
    if (inputs <= Net::kMaxPlanes) {
      amx::Bfloat16Maps bfloat16(shape, amx::plane_room(inputs));
      std::vector<std::uint8_t> bits(static_cast<std::size_t>(rows * columns));
      for (int i = 0; i < rows * columns; ++i) {
        for (int plane = 0; plane < inputs; ++plane) {
          const auto bit = static_cast<unsigned>(at(plane, i / columns, i % columns));
          bits[static_cast<std::size_t>(i)] |= static_cast<std::uint8_t>(bit << plane);
        }
      }
      amx::write_planes(bits.data(), inputs, shape, bfloat16);
      return bfloat16;
    }
    amx::Bfloat16Maps bfloat16(shape, inputs);
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < columns; ++c) {
        for (int input = 0; input < inputs; ++input) {
          const std::uint16_t number = bfloat_from_float(at(input, r, c));
          std::memcpy(bfloat16.point(shape.point(r, c)) + 2 * input, &number, sizeof number);
        }
      }
    }
    return bfloat16;
  }
};

void check_tiles(const Convolution& convolution) {
  CAPTURE(convolution.rows);
  CAPTURE(convolution.columns);
  CAPTURE(convolution.inputs);
  CAPTURE(convolution.taps);
  const FeatureMaps shape(convolution.rows, convolution.columns, convolution.outputs);
  const amx::Bfloat16Maps bfloat16 = convolution.bfloat16(shape);
  const amx::Weights weights(convolution.layer, convolution.outputs, convolution.inputs,
                             convolution.taps);
  REQUIRE(weights.outputs() == convolution.outputs);
  double greatest = 0;
  int seen = 0;
  const std::size_t end = shape.point(convolution.rows - 1, convolution.columns - 1) + 1;
  for (int group = 0; group < convolution.outputs / amx::kTile; ++group) {
    for (std::size_t first = shape.point(0, 0); first < end; first += amx::kTile) {
      double sums[16][16] = {};
      for (int step = 0; step < weights.steps(); ++step) {
        multiply(sums, bfloat16.point(first) + weights.offset(step, shape.stride()),
                 bfloat16.point_bytes(), weights.tile(group, step));
      }
      for (int r = 0; r < convolution.rows; ++r) {
        for (int c = 0; c < convolution.columns; ++c) {
          const std::size_t point = shape.point(r, c);
          if (point < first || point >= first + amx::kTile) continue;
          for (std::size_t n = 0; n < 16; ++n) {
            const double expected =
                convolution.expected(group * amx::kTile + static_cast<int>(n), r, c);
            greatest = std::max(greatest, std::abs(sums[point - first][n] - expected));
            ++seen;
          }
        }
      }
    }
  }
  CHECK(greatest < kExact);
  CHECK(seen == convolution.rows * convolution.columns * convolution.outputs);
}

}  // namespace

TEST_CASE("bfloat16 is the nearest number, of two the even one") {
  for (const auto& [value, bits] : {std::pair(1.0F, 0x3f80),
                                    {-2.0F, 0xc000},
                                    {3.14159265F, 0x4049},
                                    {0.1F, 0x3dcd},
                                    {1 + 0x1p-8F, 0x3f80},             // half way, to the even one
                                    {1 + 0x1p-8F + 0x1p-20F, 0x3f81},  // beyond
                                    {1 + 0x3p-8F, 0x3f82},             // half way, to the even one
                                    {0x1.ffp0F, 0x4000},               // over to the next power
                                    {0.0F, 0}}) {
    CHECK(bfloat_from_float(value) == bits);
  }
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    const float value = std::ldexp(static_cast<float>(random() % (1 << 24)) / 0x1p24F - 0.5F,
                                   static_cast<int>(random() % 40) - 20);
    const std::uint16_t bits = bfloat_from_float(value);
    const double error = std::abs(from_bfloat(bits) - double{value});
    for (const int next : {-1, 1}) {
      const double other = from_bfloat(static_cast<std::uint16_t>(bits + next));
      REQUIRE(error <= std::abs(other - double{value}));
    }
  }
}

#if ISTHMUS_HAS_AMX
TEST_CASE("tiles hold what a convolution multiplies") {
  std::mt19937 random(2);
  for (const auto& [rows, columns] : {std::pair(3, 3), {4, 3}, {3, 9}, {7, 7}, {13, 13}, {3, 34}}) {
    for (const int inputs : {Net::kCommonPlanes, 7, Net::kMaxPlanes, 32, 96}) {
      check_tiles(Convolution(rows, columns, inputs, 32, 9, random));
    }
    for (const int inputs : {32, 64}) {
      check_tiles(Convolution(rows, columns, inputs, 64, 1, random));
    }
  }
}

TEST_CASE("tiles hold weights rounded to bfloat16") {
  // Of one weight alone, 1 + 2^-8 + 2^-20, the sum is the number that it is rounded to.
  NetLayer layer;
  layer.weights.assign(32 * 32, 0);
  layer.weights[5 * 32 + 7] = 1 + 0x1p-8F + 0x1p-20F;
  const amx::Weights weights(layer, 32, 32, 1);
  std::uint16_t points[16][32] = {};
  points[3][7] = 0x3f80;
  double sums[16][16] = {};
  multiply(sums, reinterpret_cast<const std::uint8_t*>(points), sizeof points[0],
           weights.tile(0, 0));
  for (std::size_t m = 0; m < 16; ++m) {
    for (std::size_t n = 0; n < 16; ++n) {
      CHECK(sums[m][n] == (m == 3 && n == 5 ? 1 + 0x1p-7 : 0));
    }
  }
}
#endif

}  // namespace isthmus
