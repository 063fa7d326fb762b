#include "engine/fills/fill_judgement.hpp"

#include "engine/playout/judge_cells.hpp"

namespace isthmus {

void judge_fills(const Board& board, const Position& position, const CellSet& legal,
                 const FillCounts& counts, bool connection_wins, double temperature,
                 Evaluation& evaluation) {
  const double sign = connection_wins ? 1 : -1;
  const double fills = counts.fills;
  const double connects = counts.black_connects;
  const double black = smoothed_share(connects, fills);
  evaluation.black_wins = static_cast<float>(sign > 0 ? black : 1 - black);
  const auto amaf_of = [&](Cell cell) {
    const double n = counts.black[cell];
    const double both = counts.black_and_connects[cell];
    // The same for both sides: what the cell is to Black, its lack is to White.
    return sign * (smoothed_share(both, n) - smoothed_share(connects - both, fills - n));
  };
  const auto ownership_of = [&](Cell cell) {
    return position.of(Colour::black).contains(cell) ? 1 : counts.black[cell] / fills;
  };
  judge_cells(board, position, legal, temperature, amaf_of, ownership_of, evaluation);
}

}  // namespace isthmus
