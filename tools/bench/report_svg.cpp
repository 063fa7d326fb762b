#include <algorithm>

#include "protocols/drawing/svg.hpp"
#include "tools/bench/charts.hpp"
#include "tools/bench/report.hpp"
#include "tools/bench/report_words.hpp"

namespace isthmus {

namespace {

// Drawn on a background of its own, so that it can be read wherever it is shown.
constexpr std::string_view kStyle = R"(<style>
text { fill: #1f2328 }
.small { font-size: 10px }
.heading { font-weight: bold }
.back { fill: #ffffff }
.grid { stroke: #d8dee4 }
.ours { fill: #0969da }
polyline, .line0, .line1, .line2, .line3 { fill: none; stroke-width: 2 }
.line0 { stroke: #0969da }
.line1 { stroke: #bc4c00 }
.line2 { stroke: #1a7f37 }
.line3 { stroke: #8250df }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .back { fill: #0d1117 }
  .grid { stroke: #30363d }
  .ours { fill: #58a6ff }
  .line0 { stroke: #58a6ff }
  .line1 { stroke: #f0883e }
  .line2 { stroke: #3fb950 }
  .line3 { stroke: #bc8cff }
}
</style>
)";

// Puts drawings beside and below each other.
class Page {
 public:
  void add(const Drawing& drawing, double x) {
    body_ += "<g transform=\"translate(" + svg_number(x) + " " + svg_number(height_ + kMargin) +
             ")\">\n" + drawing.svg + "</g>\n";
    line_height_ = std::max(line_height_, drawing.height + kMargin);
  }
  // What follows goes below all that there is.
  void end_line() {
    height_ += line_height_;
    line_height_ = 0;
  }

  std::string svg() const {
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + svg_number(kChartWidth) +
           " " + svg_number(height_ + kMargin) +
           "\" font-family=\"sans-serif\" font-size=\"12\">\n" + std::string(kStyle) +
           "<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n" + body_ + "</svg>\n";
  }

 private:
  static constexpr double kMargin = 12;

  std::string body_;
  double height_ = 0;
  double line_height_ = 0;
};

// What was measured where.
Drawing caption(const BenchReport& report) {
  return {svg_text(8, 14, "class=\"heading\" font-size=\"14\"", machine_text(report)), 18};
}

}  // namespace

std::string report_svg(const BenchReport& report) {
  Page page;
  page.add(caption(report), 0);
  page.end_line();
  page.add(ratio_chart(report.rows), 0);
  constexpr std::size_t kBeside = 3;
  constexpr double kWidth = kChartWidth / kBeside;
  for (std::size_t i = 0; i < report.series.size(); ++i) {
    if (i % kBeside == 0) page.end_line();
    page.add(line_chart(report.series[i], kWidth), kWidth * static_cast<double>(i % kBeside));
  }
  page.end_line();
  return page.svg();
}

}  // namespace isthmus
