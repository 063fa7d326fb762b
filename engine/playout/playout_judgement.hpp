#pragma once

#include "engine/board/board.hpp"
#include "engine/board/position.hpp"
#include "engine/evaluation/evaluator.hpp"
#include "engine/playout/outcome_counts.hpp"

namespace isthmus {

// Writes what counts of playouts say of a position; a draw is half a win. A cell's AMAF value is
// the share of the playouts that the mover wins among those at whose end the cell is his, less that
// among those at whose end it is the opponent's; a cell that stays empty is half of each's. The
// policy is the softmax of these values, divided by the temperature, which is 0.001 or more, over
// the cells where a stone may go, of which there is one at least.
void judge_playouts(const Board& board, const Position& position, const CellSet& legal,
                    const OutcomeCounts& counts, double temperature, Evaluation& evaluation);

}  // namespace isthmus
