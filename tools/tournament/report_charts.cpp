#include "tools/tournament/report_charts.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "protocols/drawing/svg.hpp"

namespace isthmus::tournament {

namespace {

constexpr double kWidth = 900;
constexpr std::size_t kColours = 8;  // of the style sheet

struct Range {
  double low;
  double high;

  void widen(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  double width() const { return high - low; }
};

std::string line(double x1, double y1, double x2, double y2, std::string_view name) {
  return "<line class=\"" + std::string(name) + "\" x1=\"" + svg_number(x1) + "\" y1=\"" +
         svg_number(y1) + "\" x2=\"" + svg_number(x2) + "\" y2=\"" + svg_number(y2) + "\"/>\n";
}

std::string tick_text(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%g", std::abs(value) < 1e-9 ? 0 : value);
  return text.data();
}

// A name that has to find room, escaped.
std::string shortened(const std::string& name) {
  constexpr std::size_t kMaxCharacters = 26;
  std::size_t characters = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool begins = (static_cast<unsigned char>(name[i]) & 0xc0U) != 0x80U;
    if (begins && characters++ == kMaxCharacters) return escaped(name.substr(0, i)) + "…";
  }
  return escaped(name);
}

std::string open_svg(double height) {
  return "<svg viewBox=\"0 0 " + svg_number(kWidth) + " " + svg_number(height) +
         "\" role=\"img\">\n";
}

// What y must show: the curves where they have settled, so that the first games do not squeeze the
// rest, the last band, and the levels.
Range range_of(const std::vector<Curve>& curves, const std::vector<Level>& levels) {
  const Curve::Point& any = curves.front().points.back();
  Range range{any.y, any.y};
  for (const Curve& curve : curves) {
    const Curve::Point& last = curve.points.back();
    range.widen(last.y - 1.5 * last.error);
    range.widen(last.y + 1.5 * last.error);
    for (const Curve::Point& point : curve.points) {
      if (point.x >= 0.1 * last.x) range.widen(point.y);
    }
  }
  for (const Level& level : levels) range.widen(level.y);
  if (range.high - range.low < 1e-9) range = {range.low - 1, range.high + 1};
  const double margin = 0.05 * (range.high - range.low);
  return {range.low - margin, range.high + margin};
}

class CurveChart {
 public:
  CurveChart(const std::vector<Curve>& curves, const std::vector<Level>& levels)
      : curves_(curves), levels_(levels), range_(range_of(curves, levels)) {
    for (const Curve& curve : curves) last_x_ = std::max(last_x_, curve.points.back().x);
  }

  std::string svg(const std::string& x_name) const {
    const bool has_legend = curves_.size() > 1;
    const double legend = has_legend ? 18.0 * static_cast<double>((curves_.size() + 3) / 4) : 0;
    std::string svg = open_svg(kBottom + 44 + legend) + axes(x_name);
    // An inner drawing cuts off what leaves the plot.
    svg += "<svg x=\"" + svg_number(kLeft) + "\" y=\"" + svg_number(kTop) + "\" width=\"" +
           svg_number(kRight - kLeft) + "\" height=\"" + svg_number(kBottom - kTop) +
           "\" viewBox=\"" + svg_number(kLeft) + " " + svg_number(kTop) + " " +
           svg_number(kRight - kLeft) + " " + svg_number(kBottom - kTop) + "\">\n";
    for (std::size_t i = 0; i < curves_.size(); ++i) svg += curve(i);
    svg += "</svg>\n";
    for (const Level& level : levels_) {
      svg += line(kLeft, y(level.y), kRight, y(level.y), "level");
      svg += svg_text(kRight - 4, y(level.y) - 5, "text-anchor=\"end\"", escaped(level.name));
    }
    for (std::size_t i = 0; has_legend && i < curves_.size(); ++i) {
      const double at_x = kLeft + static_cast<double>(i % 4) * (kRight - kLeft) / 4;
      const double at_y = kBottom + 56 + 18 * static_cast<double>(i / 4);
      svg += line(at_x, at_y - 4, at_x + 20, at_y - 4, colour(i));
      svg += svg_text(at_x + 26, at_y, "", shortened(curves_[i].name));
    }
    return svg + "</svg>\n";
  }

 private:
  static constexpr double kLeft = 64, kRight = kWidth - 34, kTop = 12, kBottom = 272;

  double x(double value) const { return kLeft + (kRight - kLeft) * value / last_x_; }
  double y(double value) const {
    return kBottom - (kBottom - kTop) * (value - range_.low) / (range_.high - range_.low);
  }
  static std::string colour(std::size_t i) { return "c" + std::to_string(i % kColours); }

  std::string axes(const std::string& x_name) const {
    std::string svg;
    const double step = tick_step(range_.width() / 6);
    for (double at = std::ceil(range_.low / step) * step; at <= range_.high; at += step) {
      svg += line(kLeft, y(at), kRight, y(at), std::abs(at) < 1e-9 ? "zero" : "grid");
      svg += svg_text(kLeft - 8, y(at) + 4, "text-anchor=\"end\"", tick_text(at));
    }
    const double x_step = tick_step(std::max(1.0, last_x_ / 8));
    for (double at = 0; at <= last_x_; at += x_step) {
      svg += line(x(at), kBottom, x(at), kBottom + 4, "axis");
      svg += svg_text(x(at), kBottom + 18, "text-anchor=\"middle\"", tick_text(at));
    }
    svg += line(kLeft, kBottom, kRight, kBottom, "axis");
    return svg +
           svg_text((kLeft + kRight) / 2, kBottom + 36, "text-anchor=\"middle\"", escaped(x_name));
  }

  std::string curve(std::size_t i) const {
    std::string middle, above, below;
    bool has_band = false;
    for (const Curve::Point& point : curves_[i].points) {
      // What lies far outside is cut off anyway.
      const double reach = 3 * (range_.high - range_.low);
      const auto at = [&](double value) {
        return svg_number(x(point.x)) + "," +
               svg_number(y(std::clamp(value, range_.low - reach, range_.high + reach))) + " ";
      };
      middle += at(point.y);
      above += at(point.y + point.error);
      below = at(point.y - point.error) + below;
      has_band = has_band || point.error > 0;
    }
    std::string svg;
    if (has_band) {
      svg = "<polygon class=\"band " + colour(i) + "\" points=\"" + above + below + "\"/>\n";
    }
    return svg + "<polyline class=\"curve " + colour(i) + "\" points=\"" + middle + "\"/>\n";
  }

  const std::vector<Curve>& curves_;
  const std::vector<Level>& levels_;
  Range range_;
  double last_x_ = 1;
};

}  // namespace

std::string curve_chart(const std::vector<Curve>& curves, const std::vector<Level>& levels,
                        const std::string& x_name) {
  return CurveChart(curves, levels).svg(x_name);
}

std::string interval_chart(const std::vector<Interval>& intervals) {
  constexpr double kLeft = 220, kRight = kWidth - 30, kRow = 24;
  Range range{0, 0};
  for (const Interval& interval : intervals) {
    range.widen(interval.value - interval.error);
    range.widen(interval.value + interval.error);
  }
  const auto x = [&](double value) {
    return kLeft + (kRight - kLeft) * (value - range.low) / (range.high - range.low);
  };
  const double bottom = kRow * static_cast<double>(intervals.size()) + 6;
  std::string svg = open_svg(bottom + 26);
  const double step = tick_step(range.width() / 8);
  for (double at = std::ceil(range.low / step) * step; at <= range.high; at += step) {
    svg += line(x(at), 0, x(at), bottom, std::abs(at) < 1e-9 ? "zero" : "grid");
    svg += svg_text(x(at), bottom + 16, "text-anchor=\"middle\"", tick_text(at));
  }
  double y = kRow / 2;
  for (const Interval& interval : intervals) {
    svg += svg_text(kLeft - 16, y + 4, "text-anchor=\"end\"", shortened(interval.name));
    svg += line(x(interval.value - interval.error), y, x(interval.value + interval.error), y,
                "curve c0");
    svg += "<circle class=\"dot\" cx=\"" + svg_number(x(interval.value)) + "\" cy=\"" +
           svg_number(y) + "\" r=\"4.5\"/>\n";
    y += kRow;
  }
  return svg + "</svg>\n";
}

std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
    }
  }
  return result;
}

}  // namespace isthmus::tournament
