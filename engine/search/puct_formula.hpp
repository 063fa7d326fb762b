#pragma once

#include <cmath>
#include <cstdint>

#include "engine/base/host_device.hpp"

namespace isthmus {

// What a search adds up are integers, counts of units, so that sums do not depend on their order:
// results, in which a win has kUnitsPerWin, and priors, which sum to kPriorUnits for each position.
inline constexpr double kUnitsPerWin = 1 << 24;
inline constexpr double kPriorUnits = 65535;

// The formula by which a search chooses among the moves from a position; puct.hpp has it in words.
// CPUs and GPUs compute it in the same order, in double precision, without products and sums in
// one rounding (which files that include this are to be compiled without).
class PuctFormula {
 public:
  // For the moves from an edge with `units` of results for its player and `visits`, at least 1, the
  // one under way counted. `reduction` is settings' first_play_reduction, or that of the root.
  ISTHMUS_HOST_DEVICE PuctFormula(std::int64_t units, std::uint32_t visits, double exploration,
                                  double reduction)
      : reduction_(reduction), scale_(exploration * std::sqrt(double{1} * visits)) {
    // The visit under way has no result yet.
    const double results = visits > 2 ? visits - 1.0 : 1.0;
    mean_ = 1.0 - static_cast<double>(units) / kUnitsPerWin / results;
  }

  // Of a move with this many visits, at least 1.
  ISTHMUS_HOST_DEVICE double score(std::int64_t units, std::uint32_t visits,
                                   std::uint32_t prior_units) const {
    return mean(units, visits) + scale_ * (prior_units / kPriorUnits) / (1.0 + visits);
  }
  // The weight of the prior of a move and its lack of visits: the exploration times the root of
  // the visits.
  double scale() const { return scale_; }
  ISTHMUS_HOST_DEVICE static double mean(std::int64_t units, std::uint32_t visits) {
    return static_cast<double>(units) / kUnitsPerWin / visits;
  }

  // Of a move without visits, where the visited ones that are not proven lost have
  // `visited_prior_units` in sum.
  ISTHMUS_HOST_DEVICE double first_play(std::uint32_t prior_units,
                                        std::uint32_t visited_prior_units) const {
    return mean_ - reduction_ * std::sqrt(visited_prior_units / kPriorUnits) +
           scale_ * (prior_units / kPriorUnits);
  }

 private:
  double reduction_;
  double scale_;
  double mean_;  // the edge's mean result for the player who chooses
};

}  // namespace isthmus
