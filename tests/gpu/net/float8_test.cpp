#include "gpu/net/float8.hpp"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace isthmus;

namespace {

// By the definition: (-1)^sign * 2^(exponent - 7) * 1.mmm, or 2^-6 * 0.mmm where the exponent is 0.
double by_definition(int code) {
  const int exponent = code / 8 % 16;
  const double fraction = code % 8 / 8.0;
  const double size =
      exponent == 0 ? std::pow(2, -6) * fraction : std::pow(2, exponent - 7) * (1 + fraction);
  return code < 128 ? size : -size;
}

// The number nearest to a size, of two the one with an even code.
int nearest(double size) {
  int best = 0;
  for (int code = 1; code < 127; ++code) {
    const double off = std::abs(by_definition(code) - size);
    const double best_off = std::abs(by_definition(best) - size);
    if (off < best_off || (off == best_off && code % 2 == 0)) best = code;
  }
  return best;
}

}  // namespace

TEST_CASE("fp8 numbers are what they are defined as") {
  for (int code = 0; code < 256; ++code) {
    CAPTURE(code);
    const float value = float_from_float8(static_cast<std::uint8_t>(code));
    if (code % 128 == 127) {
      CHECK(std::isnan(value));
      continue;
    }
    CHECK(static_cast<double>(value) == by_definition(code));
    CHECK(float8_from_float(value) == code);
  }
  CHECK(float_from_float8(126) == kGreatestFloat8);
  CHECK(float8_from_float(NAN) == 127);
}

TEST_CASE("numbers are rounded to the nearest fp8 number") {
  // All between the least and beyond the greatest that are a quarter of the way to the next one.
  std::vector<double> sizes{0, 1e-9, 449, 1e9, INFINITY};
  for (int code = 0; code < 126; ++code) {
    for (const double part : {0.25, 0.49, 0.5, 0.51, 0.75}) {
      sizes.push_back(by_definition(code) * (1 - part) + by_definition(code + 1) * part);
    }
  }
  for (const double size : sizes) {
    CAPTURE(size);
    CHECK(float8_from_float(static_cast<float>(size)) == nearest(std::min(size, 1e6)));
    CHECK(float8_from_float(static_cast<float>(-size)) == 128 + nearest(std::min(size, 1e6)));
  }
}

TEST_CASE("a scale brings the greatest weight to the top of fp8") {
  const auto scale_of = [](const std::vector<float>& weights) {
    return float8_scale(weights.data(), static_cast<int>(weights.size()));
  };
  CHECK(scale_of({0, 0}) == 1);
  CHECK(scale_of({448, -1}) == 1);
  CHECK(scale_of({1, -449}) == 2);
  CHECK(scale_of({224}) == 0.5F);
  CHECK(scale_of({225}) == 1);
  CHECK(scale_of({-0.25F, 0.1F}) == 1.0F / 1024);
}
