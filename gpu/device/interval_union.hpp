#pragma once

#include <limits>
#include <utility>
#include <vector>

namespace isthmus {

// The length of the union of many intervals of time: where some overlap, it counts once.
class IntervalUnion {
 public:
  // Adds one, in any order of the beginnings. What lies before the last settle() is left out, and
  // one that ends before it begins is nothing.
  void add(double begin, double end);
  // The length before `time`, no earlier than that of the last call. What is added from then on
  // counts from there on alone, so that no more than what reaches beyond `time` is kept.
  double settle(double time);

 private:
  std::vector<std::pair<double, double>> open_;  // those that reach beyond settled_until_
  double settled_until_ = -std::numeric_limits<double>::infinity();
  double settled_ = 0;  // the length before that
};

}  // namespace isthmus
