#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/bench/report.hpp"

// The parts of report_svg(). Classes are those of its style sheet.

namespace isthmus {

// Elements of an SVG whose top left corner is (0, 0).
struct Drawing {
  std::string svg;
  double height;
};

inline constexpr double kChartWidth = 900;

// Maps the values from `low` to `high`, above 0, to positions in equal steps for equal ratios. The
// ends are put off to the next powers of ten.
class LogScale {
 public:
  LogScale(double low, double high, double from, double to);

  double operator()(double value) const;
  // The powers of ten in it.
  std::vector<double> decades() const;

 private:
  int first_, last_;
  double from_, to_;
};

// A rectangle of a class.
std::string svg_bar(double x, double y, double width, double height, std::string_view name);
// A straight line of a class.
std::string svg_line(double x1, double y1, double x2, double y2, std::string_view name);

// How many times as fast as their baselines the rows are: a bar on a logarithmic axis for the row
// of each group that gains most, at most eight.
Drawing ratio_chart(const std::vector<BenchRow>& rows);
// Lines over a linear x and a logarithmic y, `width` wide.
Drawing line_chart(const BenchSeries& series, double width);

}  // namespace isthmus
