#include "engine/search/solver_share.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace isthmus {

namespace {

constexpr int kFewEmpty = 40, kDecidedEmpty = 100;
constexpr double kDecided = 0.95;
// A position takes the solver some 0.1 ms, as long as these evaluations by a processor, or as this
// part of the batch that a GPU judges together.
constexpr int kEvaluations = 2, kPartOfBatch = 4;
constexpr double kMinSeconds = 0.001;
// Evaluations before the first position: a side that is proven to lose still needs a good move.
constexpr std::int64_t kFirst = 40;

}  // namespace

SolverShare::SolverShare(double share, int batch, const SearchLimits& limits)
    : share_(share), price_(std::max(kEvaluations, batch / kPartOfBatch)), limits_(limits) {}

bool SolverShare::is_end_near(int empty, double mean) {
  return empty <= kFewEmpty || (may_be_near(empty) && std::max(mean, 1 - mean) >= kDecided);
}

bool SolverShare::may_be_near(int empty) { return empty <= kDecidedEmpty; }

bool SolverShare::is_due(double seconds, std::int64_t evaluations) const {
  if (evaluations < kFirst) return false;
  return limits_.visits > 0
             ? static_cast<double>(price_ * nodes_) <= share_ * static_cast<double>(evaluations)
             : seconds_ <= share_ * seconds;
}

double SolverShare::max_seconds(double seconds) const {
  double most = std::numeric_limits<double>::infinity();
  if (limits_.seconds > 0) most = limits_.seconds - seconds;
  if (limits_.visits == 0) most = std::min(most, share_ * std::max(limits_.seconds, seconds));
  return std::isinf(most) ? 0 : std::max(most, kMinSeconds);
}

void SolverShare::add(std::int64_t nodes, double seconds) {
  nodes_ += nodes;
  seconds_ += seconds;
}

}  // namespace isthmus
