#include "tools/bench/charts.hpp"

#include <algorithm>
#include <cmath>

#include "protocols/drawing/svg.hpp"
#include "tools/bench/report_words.hpp"

namespace isthmus {

namespace {

constexpr std::string_view kRight = "text-anchor=\"end\"";
constexpr std::string_view kMiddle = "text-anchor=\"middle\"";

// The columns: names of rows, bars, and what they stand for.
constexpr double kBarsBegin = 200, kBarsEnd = 620, kLabelsBegin = 640;
constexpr double kBarHeight = 10;

constexpr double kPadding = 8;

// The rates of a row that it has, by the classes of their bars.
std::vector<std::pair<const Rate*, std::string_view>> bars_of(const BenchRow& row) {
  std::vector<std::pair<const Rate*, std::string_view>> bars;
  if (row.baseline) bars.emplace_back(&*row.baseline, "baseline");
  if (row.ours) bars.emplace_back(&*row.ours, "ours");
  return bars;
}

// "0.10", "100", "10 M".
std::string decade_text(double decade) {
  std::string text = rate_text(decade);
  if (decade < 1) return text;
  const std::size_t point = text.find('.');
  if (point != std::string::npos) text.erase(point, std::min(text.find(' '), text.size()) - point);
  return text;
}

LogScale scale_of(const std::vector<BenchRow>& rows) {
  double low = 1e300, high = 0;
  for (const BenchRow& row : rows) {
    for (const auto& rate : {row.baseline, row.ours, row.limit}) {
      if (!rate) continue;
      low = std::min(low, rate->per_second);
      high = std::max(high, rate->per_second);
    }
  }
  return {low, high, kBarsBegin, kBarsEnd};
}

std::string draw_row(const BenchRow& row, const LogScale& scale, double y) {
  const auto bars = bars_of(row);
  const double height = kBarHeight * static_cast<double>(bars.size());
  std::string svg = svg_text(kBarsBegin - kPadding, y + height / 2 + 4, kRight, row.name);
  double top = y;
  for (const auto& [rate, name] : bars) {
    svg += svg_bar(kBarsBegin, top, scale(rate->per_second) - kBarsBegin, kBarHeight - 1, name);
    std::string label = rate_text(rate->per_second) + ' ' + rate->name;
    if (const auto ratio = row.ratio(); ratio && name == "ours") {
      label += ", " + ratio_text(*ratio) + " times";
    }
    svg += svg_text(kLabelsBegin, top + kBarHeight - 1.5, "class=\"small\"", label);
    top += kBarHeight;
  }
  if (row.limit) {
    const double at = scale(row.limit->per_second);
    svg += svg_line(at, y - 2, at, y + height + 1, "limit");
  }
  return svg;
}

}  // namespace

LogScale::LogScale(double low, double high, double from, double to)
    : first_(static_cast<int>(std::floor(std::log10(low)))),
      last_(std::max(first_ + 1, static_cast<int>(std::ceil(std::log10(high))))),
      from_(from),
      to_(to) {}

double LogScale::operator()(double value) const {
  return from_ + (to_ - from_) * (std::log10(value) - first_) / (last_ - first_);
}

std::vector<double> LogScale::decades() const {
  std::vector<double> decades;
  for (int power = first_; power <= last_; ++power) decades.push_back(std::pow(10, power));
  return decades;
}

std::string svg_bar(double x, double y, double width, double height, std::string_view name) {
  return "<rect class=\"" + std::string(name) + "\" x=\"" + svg_number(x) + "\" y=\"" +
         svg_number(y) + "\" width=\"" + svg_number(width) + "\" height=\"" + svg_number(height) +
         "\"/>\n";
}

std::string svg_line(double x1, double y1, double x2, double y2, std::string_view name) {
  return "<line class=\"" + std::string(name) + "\" x1=\"" + svg_number(x1) + "\" y1=\"" +
         svg_number(y1) + "\" x2=\"" + svg_number(x2) + "\" y2=\"" + svg_number(y2) + "\"/>\n";
}

Drawing bar_chart(const std::vector<BenchRow>& rows) {
  constexpr double kHeading = 30, kGap = 7, kAxis = 26;
  const LogScale scale = scale_of(rows);
  std::string svg;
  double y = kAxis;
  const std::string* group = nullptr;
  for (const BenchRow& row : rows) {
    if (group == nullptr || row.group != *group) {
      group = &row.group;
      svg += svg_text(kPadding, y + kHeading - 12, "class=\"heading\"",
                      row.group + ", " + row.unit + " a second");
      y += kHeading;
    }
    svg += draw_row(row, scale, y);
    y += kBarHeight * static_cast<double>(bars_of(row).size()) + kGap;
  }
  std::string axis;
  for (double decade : scale.decades()) {
    const double x = scale(decade);
    axis += svg_line(x, kAxis - 4, x, y, "grid");
    axis += svg_text(x, kAxis - 9, kMiddle, decade_text(decade));
  }
  return {axis + svg, y};
}

Drawing line_chart(const BenchSeries& series, double width) {
  constexpr double kLeft = 60, kTop = 34, kPlotHeight = 190, kLegendLine = 16;
  constexpr std::size_t kColours = 4;
  double low = 1e300, high = 0, last_x = 0;
  for (const BenchSeries::Line& line : series.lines) {
    for (const auto& [x, y] : line.points) {
      low = std::min(low, y);
      high = std::max(high, y);
      last_x = std::max(last_x, x);
    }
  }
  const double right = width - 20, bottom = kTop + kPlotHeight;
  const LogScale scale(low, high, bottom, kTop);
  const auto x_of = [&](double x) { return kLeft + (right - kLeft) * x / last_x; };

  std::string svg = svg_text(kPadding, 18, "class=\"heading\"", series.name + ", " + series.y);
  for (double decade : scale.decades()) {
    svg += svg_line(kLeft, scale(decade), right, scale(decade), "grid");
    svg += svg_text(kLeft - kPadding, scale(decade) + 4, kRight, decade_text(decade));
  }
  for (int i = 0; i <= 4; ++i) {
    const double x = last_x * i / 4;
    svg += svg_text(x_of(x), bottom + 16, kMiddle, std::to_string(std::lround(x)));
  }
  svg += svg_text((kLeft + right) / 2, bottom + 32, kMiddle, series.x);

  double legend = bottom + 50;
  for (std::size_t i = 0; i < series.lines.size(); ++i) {
    const std::string name = "line" + std::to_string(i % kColours);
    std::string points;
    for (const auto& [x, y] : series.lines[i].points) {
      points += svg_number(x_of(x)) + "," + svg_number(scale(y)) + " ";
    }
    svg += "<polyline class=\"" + name + "\" points=\"" + points + "\"/>\n";
    svg += svg_line(kLeft, legend - 4, kLeft + 24, legend - 4, name);
    svg += svg_text(kLeft + 32, legend, "", series.lines[i].name);
    legend += kLegendLine;
  }
  return {svg, legend};
}

}  // namespace isthmus
