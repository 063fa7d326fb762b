#pragma once

#include <cstdint>

#include "engine/search/search_limits.hpp"

namespace isthmus {

// What a solver gets of a search with which it takes turns: a share of the time, or in a search by
// visits, which is to repeat exactly, a position for every few that the evaluator has judged.
class SolverShare {
 public:
  // `share` is that of a search that knows how to spend it (the setting solver-share), `batch` what
  // the evaluator prefers.
  SolverShare(double share, int batch, const SearchLimits& limits);

  // Whether so few cells are empty, or one side is so likely to win and not too many are, that the
  // solver may find something. `mean` is a result from 0 to 1.
  static bool is_end_near(int empty, double mean);
  // Whether is_end_near() may ever be true.
  static bool may_be_near(int empty);

  // Whether the solver has had less than its share after this many seconds and evaluations.
  bool is_due(double seconds, std::int64_t evaluations) const;
  // How long it may take for what it does next; 0: as long as it wants to.
  double max_seconds(double seconds) const;
  // What it has had.
  void add(std::int64_t nodes, double seconds);

 private:
  double share_;
  std::int64_t price_;  // of a position, in evaluations
  SearchLimits limits_;
  std::int64_t nodes_ = 0;
  double seconds_ = 0;
};

}  // namespace isthmus
