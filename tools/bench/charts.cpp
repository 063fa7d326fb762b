#include "tools/bench/charts.hpp"

#include <algorithm>
#include <cmath>

#include "protocols/drawing/svg.hpp"
#include "tools/bench/report_words.hpp"

namespace isthmus {

namespace {

constexpr std::string_view kRight = "text-anchor=\"end\"";
constexpr std::string_view kMiddle = "text-anchor=\"middle\"";

constexpr std::size_t kRatios = 8;

// The columns: names of rows, and bars.
constexpr double kBarsBegin = 300, kBarsEnd = 760;
constexpr double kBarHeight = 16;

constexpr double kPadding = 8;

// "0.10", "100", "10 M".
std::string decade_text(double decade) {
  std::string text = rate_text(decade);
  if (decade < 1) return text;
  const std::size_t point = text.find('.');
  if (point != std::string::npos) text.erase(point, std::min(text.find(' '), text.size()) - point);
  return text;
}

// Those that a chart of ratios has, in their order.
std::vector<const BenchRow*> best_of_groups(const std::vector<BenchRow>& rows) {
  std::vector<const BenchRow*> best;
  for (const BenchRow& row : rows) {
    if (row.ratio().value_or(0) <= 1) continue;
    if (best.empty() || best.back()->group != row.group) {
      best.push_back(&row);
    } else if (*row.ratio() > *best.back()->ratio()) {
      best.back() = &row;
    }
  }
  while (best.size() > kRatios) {
    best.erase(std::min_element(best.begin(), best.end(), [](const BenchRow* a, const BenchRow* b) {
      return *a->ratio() < *b->ratio();
    }));
  }
  return best;
}

// "20.0 G grids a second, 25% of the limit".
std::string rates_text(const BenchRow& row) {
  std::string text = rate_text(row.ours->per_second) + ' ' + row.unit + " a second";
  if (const auto share = row.share_of_limit()) {
    text += ", " + std::to_string(std::lround(100 * *share)) + "% of the limit";
  }
  return text;
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

Drawing ratio_chart(const std::vector<BenchRow>& rows) {
  constexpr double kHeading = 30, kRow = 40, kAxis = 52;
  const std::vector<const BenchRow*> best = best_of_groups(rows);
  if (best.empty()) return {"", 0};
  double most = 1;
  for (const BenchRow* row : best) most = std::max(most, *row->ratio());
  const LogScale scale(1, most, kBarsBegin, kBarsEnd);
  std::string svg;
  double y = kAxis;
  for (const BenchRow* row : best) {
    const double ratio = *row->ratio(), end = scale(ratio);
    svg += svg_text(kBarsBegin - kPadding, y + 12, kRight, row->full_name());
    svg += svg_text(kBarsBegin - kPadding, y + 26, "text-anchor=\"end\" class=\"small\"",
                    rates_text(*row));
    svg += svg_bar(kBarsBegin, y, end - kBarsBegin, kBarHeight, "ours");
    svg += svg_text(end + kPadding, y + 13, "class=\"heading\"", ratio_text(ratio) + " times");
    svg += svg_text(kBarsBegin, y + 26, "class=\"small\"",
                    row->ours->name + "; " + rate_text(row->baseline->per_second) + " by " +
                        row->baseline->name);
    y += kRow;
  }
  std::string axis = svg_text(kPadding, kHeading - 12, "class=\"heading\"",
                              "How many times as fast as the baseline in the same run");
  for (double decade : scale.decades()) {
    const double x = scale(decade);
    axis += svg_line(x, kAxis - 6, x, y - kPadding, "grid");
    axis += svg_text(x, kAxis - 10, kMiddle, decade_text(decade));
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
