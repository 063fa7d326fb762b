#include "engine/playout/playout_judgement.hpp"

#include "engine/playout/judge_cells.hpp"

namespace isthmus {

void judge_playouts(const Board& board, const Position& position, const CellSet& legal,
                    const OutcomeCounts& counts, double temperature, Evaluation& evaluation) {
  const double playouts = counts.playouts;
  evaluation.black_wins =
      static_cast<float>(smoothed_share(counts.black_wins + counts.draws / 2.0, playouts));
  const auto amaf_of = [&](Cell cell) {
    return smoothed_share(counts.black_points[cell] / 2.0, counts.black[cell]) -
           smoothed_share(counts.white_points[cell] / 2.0, counts.white[cell]);
  };
  const auto ownership_of = [&](Cell cell) {
    return (playouts + counts.black[cell] - counts.white[cell]) / (2 * playouts);
  };
  judge_cells(board, position, legal, temperature, amaf_of, ownership_of, evaluation);
}

}  // namespace isthmus
