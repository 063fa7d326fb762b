#include "engine/playout/playout_judgement.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace isthmus {

namespace {

// A share of few is drawn towards a half, so that no cell counts as certain.
double share(double part, double whole) { return (part + 1) / (whole + 2); }

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

}  // namespace

void judge_playouts(const Board& board, const Position& position, const CellSet& legal,
                    const PlayoutCounts& tally, bool connection_wins, double temperature,
                    Evaluation& evaluation) {
  const double sign = connection_wins ? 1 : -1;
  const double fills = tally.fills;
  const double connects = tally.black_connects;
  const double black = share(connects, fills);
  evaluation.black_wins = static_cast<float>(sign > 0 ? black : 1 - black);
  const auto amaf_of = [&](Cell cell) {
    const double n = tally.black[cell];
    const double both = tally.black_and_connects[cell];
    // The same for both sides: what the cell is to Black, its lack is to White.
    return sign * (share(both, n) - share(connects - both, fills - n));
  };
  const auto ownership_of = [&](Cell cell) {
    return position.of(Colour::black).contains(cell) ? 1 : tally.black[cell] / fills;
  };
  judge_cells(board, position, legal, temperature, amaf_of, ownership_of, evaluation);
}

void judge_playouts(const Board& board, const Position& position, const CellSet& legal,
                    const OutcomeCounts& counts, double temperature, Evaluation& evaluation) {
  const double playouts = counts.playouts;
  evaluation.black_wins =
      static_cast<float>(share(counts.black_wins + counts.draws / 2.0, playouts));
  const auto amaf_of = [&](Cell cell) {
    return share(counts.black_points[cell] / 2.0, counts.black[cell]) -
           share(counts.white_points[cell] / 2.0, counts.white[cell]);
  };
  const auto ownership_of = [&](Cell cell) {
    return (playouts + counts.black[cell] - counts.white[cell]) / (2 * playouts);
  };
  judge_cells(board, position, legal, temperature, amaf_of, ownership_of, evaluation);
}

}  // namespace isthmus
