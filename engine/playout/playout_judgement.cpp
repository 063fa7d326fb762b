#include "engine/playout/playout_judgement.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace isthmus {

namespace {

// A share of few is drawn towards a half, so that no cell counts as certain.
double share(double part, double whole) { return (part + 1) / (whole + 2); }

}  // namespace

void judge_playouts(const Board& board, const Position& position, const CellSet& legal,
                    const PlayoutCounts& tally, bool connection_wins, double temperature,
                    Evaluation& evaluation) {
  const double sign = connection_wins ? 1 : -1;
  const double fills = tally.fills;
  const double connects = tally.black_connects;
  const double black = share(connects, fills);
  evaluation.black_wins = static_cast<float>(sign > 0 ? black : 1 - black);

  const auto cells = static_cast<std::size_t>(board.cell_range());
  evaluation.policy.assign(cells, 0.0F);
  evaluation.ownership.assign(cells, 0.0F);
  evaluation.amaf.assign(cells, 0.0F);
  position.of(Colour::black).for_each([&](Cell cell) { evaluation.ownership[cell] = 1; });
  const CellSet empty = board.cells() - position.occupied();
  const auto amaf_of = [&](Cell cell) {
    const double n = tally.black[cell];
    const double both = tally.black_and_connects[cell];
    // The same for both sides: what the cell is to Black, its lack is to White.
    return sign * (share(both, n) - share(connects - both, fills - n));
  };
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
    evaluation.ownership[cell] = static_cast<float>(tally.black[cell] / fills);
    if (!legal.contains(cell)) return;
    const double weight = std::exp(amaf / temperature - shift);
    evaluation.policy[cell] = static_cast<float>(weight);
    sum += weight;
  });
  for (float& policy : evaluation.policy) policy = static_cast<float>(policy / sum);
}

}  // namespace isthmus
