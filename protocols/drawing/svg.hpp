#pragma once

#include <cmath>
#include <string>
#include <string_view>

#include "engine/base/number_range.hpp"

// What all drawings in SVG are written with.

namespace isthmus {

// A coordinate or length, to a tenth.
inline std::string svg_number(double value) { return fixed_text(value, 1); }

// A text element. `style` is attributes; the text holds none of < > &.
inline std::string svg_text(double x, double y, std::string_view style, std::string_view text) {
  return "<text x=\"" + svg_number(x) + "\" y=\"" + svg_number(y) + "\" " + std::string(style) +
         ">" + std::string(text) + "</text>\n";
}

// How far apart the marks of an axis are that should be `least` apart or somewhat more: 1, 2 or 5
// times a power of ten, and the least such number that is not below `least`, which is above 0.
inline double tick_step(double least) {
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (least <= factor * power) return factor * power;
  }
  return 10 * power;
}

}  // namespace isthmus
