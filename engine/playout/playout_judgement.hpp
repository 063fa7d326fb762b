#pragma once

#include "engine/game/board.hpp"
#include "engine/game/evaluator.hpp"
#include "engine/game/position.hpp"
#include "engine/playout/fill_task.hpp"
#include "engine/playout/outcome_counts.hpp"

namespace isthmus {

// Writes what counts of fills say of a position. Black's probability to win is the share of
// them in which Black is connected, or is not where connecting loses. The AMAF value of a cell is
// that share where it is the mover's less that where it is the opponent's. The policy is the
// softmax of these values, divided by the temperature, which is 0.001 or more, over the cells where
// a stone may go, of which there is one at least.
void judge_playouts(const Board& board, const Position& position, const CellSet& legal,
                    const PlayoutCounts& tally, bool connection_wins, double temperature,
                    Evaluation& evaluation);

// The same of playouts that may end before the board is full; a draw is half a win. A cell's AMAF
// value is the share of the playouts that the mover wins among those at whose end the cell is his,
// less that among those at whose end it is the opponent's; a cell that stays empty is half of
// each's.
void judge_playouts(const Board& board, const Position& position, const CellSet& legal,
                    const OutcomeCounts& counts, double temperature, Evaluation& evaluation);

}  // namespace isthmus
