#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace isthmus {

// How fast something does some work.
struct Rate {
  std::string name;
  double per_second;
};

// Work that is measured, and what it is measured against. A row may lack either.
struct BenchRow {
  std::string group;  // rows of a group follow each other
  std::string name;   // in the group
  std::string unit;   // what is counted
  std::optional<Rate> baseline = {};
  std::optional<Rate> ours = {};
  std::optional<Rate> limit = {};   // what keeps it from being faster, and from where on
  std::optional<double> busy = {};  // the share of ours' time in which the GPU computes

  std::string full_name() const { return group + ", " + name; }
  std::optional<double> ratio() const { return quotient(ours, baseline); }
  std::optional<double> share_of_limit() const { return quotient(ours, limit); }

 private:
  static std::optional<double> quotient(const std::optional<Rate>& a,
                                        const std::optional<Rate>& b) {
    if (!a || !b) return std::nullopt;
    return a->per_second / b->per_second;
  }
};

// A measured number that is no rate, beside what it is to be compared with.
struct BenchFigure {
  std::string name;
  std::string unit;
  double value;
  std::string beside;
  double beside_value;
};

// Lines of a chart.
struct BenchSeries {
  struct Line {
    std::string name;
    std::vector<std::pair<double, double>> points;  // (x, y), by x
  };

  std::string name;
  std::string x;  // what the axes are
  std::string y;
  std::vector<Line> lines;
};

// All that a suite came to.
struct BenchReport {
  std::string suite;
  // Where and when: keys as in JSON, and values.
  std::vector<std::pair<std::string, std::string>> machine;
  std::vector<BenchRow> rows;
  std::vector<BenchFigure> figures;
  std::vector<BenchSeries> series;
};

// As a table in plain text, without the series.
std::string report_text(const BenchReport& report);
// As one JSON document, described in tools/bench/README.md.
std::string report_json(const BenchReport& report);
// As a self-contained SVG: how many times as fast as their baselines the best rows are, and below
// them a chart for each of the series.
std::string report_svg(const BenchReport& report);

}  // namespace isthmus
