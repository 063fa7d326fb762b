#pragma once

#include <utility>
#include <vector>

#include "engine/board/position.hpp"
#include "tests/support/function_evaluator.hpp"

// Judges first stones on 3 x 3 cells by a table, and has an even policy for all but the middle.
class TableEvaluator : public isthmus::test::FunctionEvaluator {
 public:
  explicit TableEvaluator(std::vector<float> black_wins)
      : FunctionEvaluator([table = std::move(black_wins)](const isthmus::EvaluationRequest& request,
                                                          isthmus::Evaluation& evaluation) {
          evaluation.policy.assign(table.size(), 1.0F / 8);
          evaluation.policy[4] = 0;
          const isthmus::Move last = request.position->last_move;
          if (last.is_cell()) evaluation.black_wins = table[last.cell()];
        }) {}
};
