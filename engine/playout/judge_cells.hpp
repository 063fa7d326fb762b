#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "engine/board/board.hpp"
#include "engine/board/position.hpp"
#include "engine/evaluation/evaluator.hpp"

namespace isthmus {

// A share of few is drawn towards a half, so that no cell counts as certain.
inline double smoothed_share(double part, double whole) { return (part + 1) / (whole + 2); }

// Writes values of cells, and the softmax of the AMAF values as the policy. amaf_of(cell) is asked
// for the empty cells alone.
template <class AmafOf, class OwnershipOf>
void judge_cells(const Board& board, const Position& position, const CellSet& legal,
                 double temperature, AmafOf&& amaf_of, OwnershipOf&& ownership_of,
                 Evaluation& evaluation) {
  const auto cells = static_cast<std::size_t>(board.cell_range());
  evaluation.policy.assign(cells, 0.0F);
  evaluation.ownership.assign(cells, 0.0F);
  evaluation.amaf.assign(cells, 0.0F);
  board.cells().for_each(
      [&](Cell cell) { evaluation.ownership[cell] = static_cast<float>(ownership_of(cell)); });
  const CellSet empty = board.cells() - position.occupied();
  // Weights must be floats, the best one's too; no AMAF value is more than 1.
  constexpr double kMaxExponent = 80;
  double shift = 0;
  if (1 / temperature > kMaxExponent) {
    double best = -1;
    legal.for_each([&](Cell cell) { best = std::max(best, amaf_of(cell)); });
    shift = best / temperature - std::clamp(best / temperature, -kMaxExponent, kMaxExponent);
  }
  double sum = 0;
  empty.for_each([&](Cell cell) {
    const double amaf = amaf_of(cell);
    evaluation.amaf[cell] = static_cast<float>(amaf);
    if (!legal.contains(cell)) return;
    const double weight = std::exp(amaf / temperature - shift);
    evaluation.policy[cell] = static_cast<float>(weight);
    sum += weight;
  });
  for (float& policy : evaluation.policy) policy = static_cast<float>(policy / sum);
}

}  // namespace isthmus
