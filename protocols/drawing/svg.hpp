#pragma once

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

// What all drawings in SVG are written with.

namespace isthmus {

// A coordinate or length, to a tenth.
inline std::string svg_number(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.1f", value);
  return text.data();
}

// A text element. `style` is attributes; the text holds none of < > &.
inline std::string svg_text(double x, double y, std::string_view style, std::string_view text) {
  return "<text x=\"" + svg_number(x) + "\" y=\"" + svg_number(y) + "\" " + std::string(style) +
         ">" + std::string(text) + "</text>\n";
}

}  // namespace isthmus
