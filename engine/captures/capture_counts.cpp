#include "engine/captures/capture_counts.hpp"

namespace isthmus {

OutcomeCounts outcome_counts(const CaptureTask& task, const CaptureCounts& counts) {
  OutcomeCounts by_cell;
  by_cell.playouts = task.playouts;
  by_cell.black_wins = counts.black_wins;
  by_cell.draws = counts.draws;
  for (int cell = 0; cell < task.side * task.side; ++cell) {
    const int bit = capture_bit(task.side, cell);
    by_cell.black.push_back(counts.black[bit]);
    by_cell.black_points.push_back(counts.black_points[bit]);
    by_cell.white.push_back(counts.white[bit]);
    by_cell.white_points.push_back(counts.white_points[bit]);
  }
  return by_cell;
}

}  // namespace isthmus
