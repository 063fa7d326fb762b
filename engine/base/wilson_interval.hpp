#pragma once

#include <algorithm>
#include <cmath>

namespace isthmus {

// Within 0..1.
struct Interval {
  double low;
  double high;
};

// Where the true mean of results in 0..1 is likely to lie, of which `count` had this `mean`: by
// Wilson (1927), `deviations` standard deviations to either side. All of 0..1 where there are none.
inline Interval wilson_interval(double mean, double count, double deviations) {
  if (count == 0) return {0, 1};
  const double square = deviations * deviations;
  const double middle = mean + square / (2 * count);
  const double half =
      deviations * std::sqrt(mean * (1 - mean) / count + square / (4 * count * count));
  const double scale = 1 + square / count;
  return {std::max(0.0, (middle - half) / scale), std::min(1.0, (middle + half) / scale)};
}

}  // namespace isthmus
