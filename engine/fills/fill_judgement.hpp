#pragma once

#include "engine/board/board.hpp"
#include "engine/board/position.hpp"
#include "engine/evaluation/evaluator.hpp"
#include "engine/fills/fill_task.hpp"

namespace isthmus {

// Writes what counts of fills say of a position. Black's probability to win is the share of
// them in which Black is connected, or is not where connecting loses. The AMAF value of a cell is
// that share where it is the mover's less that where it is the opponent's. The policy is the
// softmax of these values, divided by the temperature, which is 0.001 or more, over the cells where
// a stone may go, of which there is one at least.
void judge_fills(const Board& board, const Position& position, const CellSet& legal,
                 const FillCounts& counts, bool connection_wins, double temperature,
                 Evaluation& evaluation);

}  // namespace isthmus
