#pragma once

#include <array>
#include <string>
#include <vector>

// Drawings of a report as SVG within HTML. Their colours are those of the report's style sheet.

namespace isthmus::tournament {

// One line of a chart.
struct Curve {
  struct Point {
    double x;
    double y;
    double error;  // the band about y; 0 for none
  };
  std::string name;
  std::vector<Point> points;  // at least one; x rises
};

// A level that a chart marks.
struct Level {
  double y;
  std::string name;
};

// Curves over a common x, which begins at 0, with a legend if there are several. The axis of y is
// made for the curves; bands are cut off where they leave it.
std::string curve_chart(const std::vector<Curve>& curves, const std::vector<Level>& levels,
                        const std::string& x_name);

// A value with an error.
struct Interval {
  std::string name;
  double value;
  double error;
};

// A row for each value: a dot and a line as long as its error to both sides.
std::string interval_chart(const std::vector<Interval>& intervals);

// A text for HTML and SVG, also in attributes: with the characters that mean something there
// escaped, and control characters but ends of lines as spaces.
std::string escaped(const std::string& text);

}  // namespace isthmus::tournament
